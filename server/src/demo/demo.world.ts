/**
 * The demonstration's world, as data: an invented corporation whose projects show every measurement family. What a point
 * measures is made by the virtual devices (tools/virtual-devices); these files say only what is where.
 */
import type { DemoProject } from './demo.shapes.ts';
import { metroLine7, wanshouWall } from './demo.world.city.ts';
import { baishaLandslide, luojiaPit } from './demo.world.earthworks.ts';
import { hengtangDam, qingheBridge } from './demo.world.water.ts';

export const world: readonly DemoProject[] = [
  hengtangDam,
  qingheBridge,
  luojiaPit,
  baishaLandslide,
  metroLine7,
  wanshouWall,
];
