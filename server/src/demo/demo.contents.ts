/** What furnishes the demonstration, as data: people, pictures with their marks, documents, charts. */

import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { SoilLayer } from '@plumbline/contract/points/strata';
import type { annotationKinds } from '@plumbline/contract/site/annotations';
import type { documentKinds } from '@plumbline/contract/site/documents';

/** Pixels of the drawings in files/; marks are written in them. */
export const drawing = { width: 1600, height: 900 } as const;

interface Picture {
  readonly structure: string;
  readonly file: string;
  /** Items and points by name: pixels from the upper left. */
  readonly marks: Readonly<Record<string, readonly [x: number, y: number]>>;
}
/** What happened, counted in days back from the day on which the demonstration is made. */
interface Happening {
  readonly kind: (typeof annotationKinds)[number];
  readonly text: string;
  /** null = it concerns the whole project. */
  readonly structure: string | null;
  readonly daysAgo: number;
  /** How long it went on; absent = it happened at one time. */
  readonly days?: number;
  readonly elevationM?: number;
}
/** A photo of a point, taken at noon. */
interface Photograph {
  readonly point: string;
  readonly file: string;
  readonly daysAgo: number;
  readonly note: string;
}
interface Contents {
  readonly members: readonly { readonly name: string; readonly displayName: string; readonly role: RoleType }[];
  readonly pictures: readonly Picture[];
  readonly documents: readonly { readonly file: string; readonly kind: (typeof documentKinds)[number] }[];
  readonly happened: readonly Happening[];
  /** The soil beside its casings; the excavations of the project are dated beside them. */
  readonly strata?: { readonly points: readonly string[]; readonly layers: readonly SoilLayer[] };
  readonly photographed?: readonly Photograph[];
}

const liu = { name: 'liu.yang', displayName: 'Liu Yang' };
const zhao = { name: 'zhao.min', displayName: 'Zhao Min' };
const chen = { name: 'chen.jie', displayName: 'Chen Jie' };
const wang = { name: 'wang.fang', displayName: 'Wang Fang' };

const bridge = 'bridge-elevation.png';
const pit = 'pit-plan.png';
const slope = 'slope-section.png';
const ring = 'tunnel-ring.png';

/** By the name of the project. */
export const contents: Readonly<Record<string, Contents>> = {
  'Hengtang Earth Dam': {
    members: [
      { ...zhao, role: 'Manager' },
      { ...chen, role: 'Member' },
      { ...liu, role: 'Member' },
      { ...wang, role: 'Guest' },
    ],
    pictures: [
      {
        structure: 'Main dam',
        file: 'dam-section.png',
        marks: {
          'PZ-240-1': [640, 440],
          'PZ-240-2': [740, 400],
          'PZ-240-3': [880, 480],
          'PZ-240-4': [1150, 480],
          'ST-240-1': [760, 190],
          'SP-240': [690, 300],
          'PZ-180-1': [480, 730],
          'PZ-180-2': [480, 755],
          'PZ-180-3': [480, 780],
          'IN-300': [1120, 775],
          'Section 0+180': [480, 820],
          'Section 0+240': [800, 820],
          'Section 0+300': [1120, 820],
        },
      },
    ],
    documents: [
      { file: 'design-note.pdf', kind: 'report' },
      { file: 'calibration-sheet.pdf', kind: 'certificate' },
      { file: 'dam-section.png', kind: 'drawing' },
    ],
    happened: [
      { kind: 'storm', text: 'Typhoon, 142 mm in a day', structure: null, daysAgo: 61, days: 2 },
      { kind: 'load', text: 'Reservoir drawn down for inspection', structure: 'Main dam', daysAgo: 19, days: 6 },
    ],
  },
  'Qinghe River Bridge': {
    members: [
      { ...liu, role: 'Manager' },
      { ...chen, role: 'Member' },
      { ...wang, role: 'Guest' },
    ],
    pictures: [
      {
        structure: 'Main span deck',
        file: bridge,
        marks: {
          'DF-C-02': [775, 512],
          'DF-C-03': [825, 512],
          'VB-C-02': [800, 512],
          'ST-Q-11': [595, 512],
          'ST-Q-12': [615, 512],
          'TM-Q-01': [640, 512],
          Midspan: [800, 560],
          'Quarter span': [615, 575],
        },
      },
      { structure: 'Pylon P4', file: bridge, marks: { 'TL-P4-01': [1170, 160], 'TL-P4-02': [1170, 470] } },
      { structure: 'Stay cables', file: bridge, marks: { 'CF-U-07': [560, 325], 'CF-U-08': [1000, 360] } },
    ],
    documents: [{ file: 'bridge-elevation.png', kind: 'drawing' }],
    happened: [{ kind: 'load', text: 'Load test, 8 lorries', structure: 'Main span deck', daysAgo: 40 }],
  },
  'Luojia Bay Foundation Pit': {
    members: [
      { ...zhao, role: 'Manager' },
      { ...wang, role: 'Member' },
    ],
    pictures: [
      {
        structure: 'East wall',
        file: pit,
        marks: {
          'IN-07': [1060, 295],
          'WL-E12': [1150, 320],
          'EP-E15': [1075, 490],
          'AN-E15': [1130, 442],
          'Panel E12': [1100, 260],
          'Panel E15': [1115, 520],
        },
      },
      { structure: 'Struts', file: pit, marks: { 'SP-E4-1': [560, 410], 'SP-E4-2': [820, 410] } },
      { structure: 'Library next door', file: pit, marks: { 'CR-L-01': [1225, 400], 'TL-L-01': [1465, 240] } },
    ],
    documents: [
      { file: 'monitoring-scheme.pdf', kind: 'report' },
      { file: pit, kind: 'drawing' },
    ],
    happened: [
      { kind: 'excavation', text: 'Stage 1', structure: null, daysAgo: 300, days: 45, elevationM: -4.5 },
      { kind: 'excavation', text: 'Stage 2', structure: null, daysAgo: 210, days: 60, elevationM: -9 },
      { kind: 'excavation', text: 'Stage 3', structure: null, daysAgo: 100, days: 55, elevationM: -13.5 },
      { kind: 'construction', text: 'Third row of struts', structure: 'Struts', daysAgo: 38, days: 5 },
      { kind: 'blast', text: 'Pile heads cut', structure: 'East wall', daysAgo: 12 },
    ],
    // Where IN-07 bends (demo.signals.test.ts): the soft seam on the rock, which the last excavation uncovers.
    strata: {
      points: ['IN-07'],
      layers: [
        { topM: 0, bottomM: 2.2, soil: 'fill', name: '' },
        { topM: 2.2, bottomM: 7.4, soil: 'siltyClay', name: '' },
        { topM: 7.4, bottomM: 11.2, soil: 'sand', name: 'Silty sand' },
        { topM: 11.2, bottomM: 13.8, soil: 'organic', name: 'Soft mud' },
        { topM: 13.8, bottomM: 18.5, soil: 'weatheredRock', name: '' },
        { topM: 18.5, bottomM: 28, soil: 'rock', name: 'Mudstone' },
      ],
    },
  },
  'Baisha Landslide': {
    members: [
      { ...chen, role: 'Manager' },
      { ...liu, role: 'Member' },
    ],
    pictures: [
      {
        structure: 'Upper block',
        file: slope,
        marks: { 'GN-04': [460, 345], 'GN-05': [620, 438], 'CR-U-01': [362, 292] },
      },
      {
        structure: 'Toe',
        file: slope,
        marks: { 'GN-11': [960, 562], 'RG-02': [860, 520], 'SM-01': [1010, 585], 'AN-T-03': [1085, 625] },
      },
    ],
    documents: [{ file: slope, kind: 'drawing' }],
    happened: [
      { kind: 'storm', text: 'Typhoon', structure: null, daysAgo: 61, days: 2 },
      { kind: 'construction', text: 'Second row of anchors', structure: 'Toe', daysAgo: 44, days: 9 },
    ],
    photographed: [
      { point: 'CR-U-01', file: 'crack-1.png', daysAgo: 180, note: 'Gauge installed' },
      { point: 'CR-U-01', file: 'crack-2.png', daysAgo: 90, note: '' },
      { point: 'CR-U-01', file: 'crack-3.png', daysAgo: 58, note: 'After the typhoon' },
      { point: 'CR-U-01', file: 'crack-4.png', daysAgo: 6, note: 'Damp below the crack' },
    ],
  },
  'Metro Line 7, Guanshan-Luyin': {
    members: [
      { ...liu, role: 'Manager' },
      { ...zhao, role: 'Member' },
    ],
    pictures: [
      {
        structure: 'Left tunnel',
        file: ring,
        marks: { 'CV-410': [1250, 485], 'CV-412': [320, 480], 'CR-412': [360, 320], 'Rings 400-420': [1480, 485] },
      },
      { structure: 'Track', file: ring, marks: { 'TR-420': [1365, 765], 'TR-425': [1365, 740] } },
    ],
    documents: [{ file: ring, kind: 'drawing' }],
    happened: [
      { kind: 'maintenance', text: 'Rails ground', structure: 'Track', daysAgo: 25, days: 1 },
      {
        kind: 'construction',
        text: 'Piles of a house above ring 412',
        structure: 'Left tunnel',
        daysAgo: 34,
        days: 21,
      },
    ],
  },
  'Wanshou City Wall': {
    members: [
      { ...zhao, role: 'Manager' },
      { ...wang, role: 'Guest' },
    ],
    pictures: [],
    documents: [{ file: 'gate-survey.pdf', kind: 'report' }],
    happened: [
      { kind: 'maintenance', text: 'Gate painted', structure: 'North gate', daysAgo: 12, days: 2 },
      { kind: 'storm', text: 'Drains full after 88 mm of rain', structure: null, daysAgo: 61 },
    ],
  },
};
