/** What draws in an SVG and does nothing else. Whatever is not in these lists is left out. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const drawn = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop
  pattern clipPath mask marker image style`);

/** Says something about the drawing and draws nothing: left out without a word. */
export const silent = words('title desc metadata namedview view cursor color-profile');

/** Hold others and draw what is in them. */
export const transparent = words('a switch');

/** The elements that hold text of their own. */
export const textual = words('text tspan textPath');

export const attributes = words(`
  id class style transform viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height dx dy
  rotate textLength lengthAdjust startOffset method spacing pathLength offset gradientUnits gradientTransform spreadMethod
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
  markerHeight refX refY orient overflow
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit vector-effect opacity color display visibility clip-path clip-rule mask paint-order
  marker-start marker-mid marker-end stop-color stop-opacity font-family font-size font-style font-weight font-variant
  font-stretch text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing text-decoration
  writing-mode text-rendering shape-rendering image-rendering direction`);

/** Properties that a `style` may set: what is an attribute of drawing too. */
export const properties: ReadonlySet<string> = new Set([...attributes].filter((name) => /^[a-z-]+$/.test(name)));

/** Draw a text along a path, or something again: each by the id of an element of the same file. */
export const referring = words('use textPath linearGradient radialGradient pattern');
