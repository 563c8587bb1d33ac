/** Chains of the demonstration that are no casing: a settlement line, a tunnel ring, the face slab of a rockfill dam. */
import type { DemoGroup, DemoStructure } from './demo.shapes.ts';

/** Under the bank that carries the track: the ground sinks in a trough. */
export const embankmentLine: DemoGroup = {
  item: 'Embankment K4+200',
  device: 'ADM-0430',
  model: 'ADM-24',
  points: ['HDA-430', 'HDA-431'].map((name) => ({
    name,
    family: 'deepDisplacement',
    nodeCount: 20,
    form: 'horizontal',
  })),
  masters: [{ name: 'HDA K4+200', slaves: ['HDA-430', 'HDA-431'] }],
};

/** A ring of the left tube that became flatter and wider, and has come to rest. */
export const ovalRing: DemoGroup = {
  item: 'Ring 415',
  device: 'ADM-0415',
  model: 'ADM-24',
  // Its crown sinks against its invert; to the sides it moves both ways.
  points: [{ name: 'RC-415', family: 'deepDisplacement', nodeCount: 16, form: 'ring', field: 'maxY' }],
};

/** The arch of an older ring, from springing to springing. */
export const oldArch: DemoGroup = {
  item: 'Ring 388',
  device: 'ADM-0388',
  model: 'ADM-24',
  points: [{ name: 'RA-388', family: 'deepDisplacement', nodeCount: 9, form: 'arc', field: 'maxY' }],
};

export const rockfillDam: DemoStructure = {
  name: 'Saddle dam, rockfill',
  type: 'dam',
  offset: [-320, 210],
  groups: [
    {
      item: 'Face slab 12',
      device: 'ADM-0512',
      model: 'ADM-24',
      points: [{ name: 'PD-512', family: 'deepDisplacement', nodeCount: 18, form: 'panel' }],
    },
  ],
};
