/** The part of a picture that is kept, in its own pixels. */
export interface CropRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
/** The choice of a part: its middle, in pixels of the picture, and how far it is enlarged, from 1. */
export interface CropChoice {
  readonly centreX: number;
  readonly centreY: number;
  readonly zoom: number;
}

/**
 * Returns the part of a picture with a ratio of width to height; null = that of the picture. Invariant: it lies wholly within the
 * picture, and at zoom 1 it is the largest that does.
 */
export function cropRect(picture: Size, aspect: number | null, { centreX, centreY, zoom }: CropChoice): CropRect {
  const ratio = aspect ?? picture.width / picture.height;
  const width = Math.min(picture.width, picture.height * ratio) / Math.max(1, zoom);
  const height = width / ratio;
  const within = (at: number, size: number, sizeOfPicture: number): number =>
    Math.min(Math.max(0, at - size / 2), sizeOfPicture - size);
  return { x: within(centreX, width, picture.width), y: within(centreY, height, picture.height), width, height };
}

/** Returns the size in which a part is shown: the largest of its shape that fits into a square. */
export function shownSize({ width, height }: Size, sidePx: number): Size {
  const scale = sidePx / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the size in which a part is stored: as it is, or as large as is asked for at most. */
export function storedSize({ width, height }: Size, limitPx: number): Size {
  const scale = Math.min(1, limitPx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
