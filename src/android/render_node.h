/* android.view.RenderNode, for who looks at views from outside. */
#ifndef ANDROID_RENDER_NODE_H
#define ANDROID_RENDER_NODE_H

#include "android/graphics_matrix.h"

/* The transformation of the view whose RenderNode has this peer; the identity for none. */
Matrix render_node_matrix(i64 handle);

#endif
