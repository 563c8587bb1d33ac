/** What furnishes the demonstration, as data: people, pictures with their marks, documents, charts. */
import type { documentKinds } from '@plumbline/contract/documents';
import type { RoleType } from '@plumbline/contract/permissions';

/** Pixels of the drawings in files/; marks are written in them. */
export const drawing = { width: 1600, height: 900 } as const;

interface Picture {
  readonly structure: string;
  readonly file: string;
  /** Items and points by name: pixels from the upper left. */
  readonly marks: Readonly<Record<string, readonly [x: number, y: number]>>;
}
interface Contents {
  readonly members: readonly { readonly name: string; readonly displayName: string; readonly role: RoleType }[];
  readonly pictures: readonly Picture[];
  readonly documents: readonly { readonly file: string; readonly kind: (typeof documentKinds)[number] }[];
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
  },
  'Baisha Landslide': {
    members: [{ ...chen, role: 'Manager' }],
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
  },
  'Metro Line 7, Guanshan-Luyin': {
    members: [{ ...liu, role: 'Manager' }],
    pictures: [
      {
        structure: 'Left tunnel',
        file: ring,
        marks: { 'CV-410': [1250, 485], 'CV-412': [320, 480], 'CR-412': [360, 320], 'Rings 400-420': [1480, 485] },
      },
      { structure: 'Track', file: ring, marks: { 'TR-420': [1365, 765], 'TR-425': [1365, 740] } },
    ],
    documents: [],
  },
};
