/** Projects of the demonstration in a city: a metro line and an old wall. */
import type { DemoProject } from './demo.shapes.ts';
import { embankmentLine, oldArch, ovalRing } from './demo.world.chains.ts';
import { trackBeams, tunnelSection } from './demo.world.lines.ts';

export const metroLine7: DemoProject = {
  name: 'Metro Line 7, Guanshan-Luyin',
  address: 'Hangzhou',
  longitude: 120.19,
  latitude: 30.26,
  structures: [
    {
      name: 'Left tunnel',
      type: 'tunnel',
      offset: [0, 0],
      groups: [
        {
          item: 'Rings 400-420',
          device: 'TS-0412',
          model: 'TDM',
          points: [
            { name: 'CV-410', family: 'structuralDeformation', mode: 4, field: 'convergence' },
            { name: 'CV-412', family: 'structuralDeformation', mode: 4, field: 'convergence', alertLevel: 3 },
            { name: 'CR-412', family: 'crack' },
          ],
        },
        tunnelSection,
        ovalRing,
        oldArch,
      ],
    },
    {
      name: 'Track',
      type: 'railway',
      offset: [20, 15],
      groups: [
        {
          item: null,
          device: 'TRK-0420',
          model: 'TRK',
          fault: 'silent',
          points: [
            { name: 'TR-420', family: 'track' },
            { name: 'TR-425', family: 'track' },
          ],
        },
        trackBeams,
        embankmentLine,
      ],
    },
    {
      name: 'Guanshan station',
      type: 'building',
      offset: [-25, -20],
      groups: [
        {
          item: 'Forecourt',
          device: 'MHC-0431',
          model: 'MHC-1',
          points: [{ name: 'MH-431', family: 'manholeCover' }],
        },
        {
          item: 'Plant room',
          device: 'SMK-0432',
          model: 'SMK-1',
          points: [{ name: 'SD-432', family: 'smoke' }],
        },
      ],
    },
  ],
};

export const wanshouWall: DemoProject = {
  name: 'Wanshou City Wall',
  address: 'Jingzhou',
  longitude: 112.19,
  latitude: 30.35,
  structures: [
    {
      name: 'North gate',
      type: 'building',
      offset: [0, 0],
      groups: [
        {
          item: null,
          device: 'DT-1107',
          model: 'DT-4',
          points: [
            { name: 'CR-07', family: 'crack', knocked: true },
            { name: 'TL-08', family: 'tilt' },
            { name: 'VB-09', family: 'vibration' },
            { name: 'TM-10', family: 'temperature' },
          ],
        },
      ],
    },
  ],
};
