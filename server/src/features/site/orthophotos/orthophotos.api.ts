/** What map layers do with pictures of the ground. Takes its time and much memory: to be called in a process of its own. */
export { type PictureFile, tilePicture } from './logic/tile-picture.ts';
