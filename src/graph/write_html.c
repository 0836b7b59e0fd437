#include "graph/internal.h"
void graph_write_html(Buf *out, const Graph *g, const GraphWay *ways, u32 way_count) {}
