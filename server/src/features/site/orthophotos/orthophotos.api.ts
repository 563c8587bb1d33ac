/** Operations on pictures of the ground for map layers. Takes its time and much memory: to be called in a process of its own. */
export { type PictureFile, tilePicture } from './logic/tile-picture.ts';
