/** Projects of the demonstration in the ground: a foundation pit and a landslide. */
import type { DemoProject } from './demo.shapes.ts';
import { middleBlock } from './demo.world.plans.ts';

export const luojiaPit: DemoProject = {
  name: 'Luojia Bay Foundation Pit',
  address: 'Luojia Bay, Wuhan',
  longitude: 114.31,
  latitude: 30.55,
  structures: [
    {
      name: 'East wall',
      type: 'pit',
      offset: [40, 0],
      groups: [
        {
          item: 'Panel E12',
          device: 'ADM-0712',
          model: 'ADM-24',
          points: [
            { name: 'IN-07', family: 'deepDisplacement', nodeCount: 24, alertLevel: 4, offset: [4, 20] },
            { name: 'WL-E12', family: 'waterLevel', mode: 1, offset: [14, 14] },
          ],
        },
        {
          item: 'Panel E15',
          device: 'VW8-0715',
          model: 'DCT-8',
          points: [
            { name: 'EP-E15', family: 'soilPressure', mode: 1, offset: [4, -16] },
            { name: 'AN-E15', family: 'anchorForce', offset: [4, -34] },
          ],
        },
      ],
    },
    {
      name: 'Struts',
      type: 'pit',
      offset: [0, -20],
      groups: [
        {
          item: null,
          device: 'VW16-0720',
          model: 'DCT-16',
          points: [
            { name: 'SP-E4-1', family: 'axialForce', offset: [-38, 8] },
            { name: 'SP-E4-2', family: 'axialForce', offset: [6, 8] },
          ],
        },
      ],
    },
    {
      name: 'Library next door',
      type: 'building',
      offset: [90, 30],
      groups: [
        {
          item: null,
          device: 'DT-0731',
          model: 'DT-4',
          points: [
            { name: 'CR-L-01', family: 'crack', offset: [-14, 4] },
            { name: 'TL-L-01', family: 'tilt', offset: [12, 14] },
          ],
        },
      ],
    },
  ],
};

export const baishaLandslide: DemoProject = {
  name: 'Baisha Landslide',
  address: 'Baisha, Yichang',
  longitude: 111.02,
  latitude: 30.86,
  structures: [
    {
      name: 'Upper block',
      type: 'slope',
      offset: [0, 120],
      groups: [
        {
          item: null,
          device: 'GDM-0904',
          model: 'GDM',
          fault: 'lowBattery',
          points: [
            { name: 'GN-04', family: 'surfaceDisplacement' },
            { name: 'GN-05', family: 'surfaceDisplacement' },
            { name: 'CR-U-01', family: 'crack' },
          ],
        },
      ],
    },
    middleBlock,
    {
      name: 'Toe',
      type: 'slope',
      offset: [30, -160],
      groups: [
        {
          item: null,
          device: 'GDM-0911',
          model: 'GDM',
          points: [
            { name: 'GN-11', family: 'surfaceDisplacement' },
            { name: 'RG-02', family: 'rainfall' },
            { name: 'SM-01', family: 'soilMoisture' },
            { name: 'AN-T-03', family: 'anchorForce' },
          ],
        },
      ],
    },
  ],
};
