/**
 * Tags of what an answer shows and what a write changes: as words from one closed list. A page that shows something
 * reads it again after anything that changes it: the web app does so by these tags alone
 * (docs/decisions/0045-web-data-layer.md).
 */
export const tags = [
  'installation',
  'corporation',
  'user',
  'accessToken',
  /** Where people are signed in. */
  'session',
  'secondFactor',
  /** Where a forgotten password is recovered. */
  'recovery',
  'registrationCode',
  /** Identity providers of corporations. */
  'sso',
  /** The binding of the caller to somebody of WeChat. */
  'wechat',
  'passkey',
  'role',
  'userGroup',
  /** Who is in a project or a structure. */
  'member',
  'task',
  /** What is still to be done outside of requests. */
  'work',
  /** Lines of the operation log. */
  'operation',
  'project',
  'grading',
  'structure',
  'document',
  /** Map layers of projects. */
  'layer',
  /** Drawings of structures, with the points that lie on them. */
  'drawing',
  /** What happened on site, beside the readings. */
  'annotation',
  /** Photos of points. */
  'photo',
  /** Inspection templates, plans, rounds, defects. */
  'inspection',
  /** Short links. */
  'link',
  /** Status pages: what outsiders see by a link. */
  'statusPage',
  /** What control systems read over Modbus TCP. */
  'modbusMap',
  /** Walls: screens that show projects by a link. */
  'wall',
  /** What people put together of a project on a grid. */
  'dashboard',
  /** Plug-ins of the installation. */
  'plugin',
  'model',
  'device',
  'warning',
  'health',
  'firmware',
  /** Client certificates of devices, and the authorities of a corporation. */
  'certificate',
  /** Collection plans. */
  'plan',
  /** Commands to devices and their responses. */
  'command',
  /** Files that devices hand in. */
  'attachment',
  /** Devices that dial in: their set-up and their connection. */
  'dialIn',
  /** Feeds of foreign messages, with their assignments and unknown sources. */
  'feed',
  /** What passed over links while it was recorded. */
  'frame',
  /** Points with their kind, device groups, slaves and conversion. */
  'point',
  /** The settings of a point that conversion does not read: display, gaps, offline, tasks. */
  'pointSettings',
  /** Soil layers and excavation levels beside casings. */
  'strata',
  'threshold',
  'template',
  /** Chart settings of points and custom charts. */
  'chart',
  'characteristic',
  /** The latest value and status of points, and what is counted over them. */
  'state',
  'alert',
  /** The list of causes of a corporation. */
  'alertCause',
  /** Alerts over several points together. */
  'condition',
  /** Stored and computed values of the past. */
  'reading',
  /** Waveforms of vibration points. */
  'waveform',
  'correction',
  'changeLog',
  'import',
  'export',
  /** Reports of periods. */
  'report',
  /** Links to released reports, and who is sent them. */
  'reportLink',
  /** What reports are put together of. */
  'reportTemplate',
  'notification',
  /** By what messages leave a corporation. */
  'channel',
  'alertRule',
  /** What is to be done at a level. */
  'responsePlan',
  /** Quiet windows: when messages are withheld. */
  'silence',
  /** Duty rosters: who is on duty when. */
  'duty',
  /** The link by which a calendar program follows the duties of the caller. */
  'dutyCalendar',
  /** Messages of alerts to people. */
  'delivery',
  /** Where alerts reach the caller. */
  'contact',
  /** Devices to which alerts are pushed. */
  'push',
  /** What is pushed to servers of others: rules, formats, what waits. */
  'pushRule',
] as const;
export type Tag = (typeof tags)[number];

/** At least one tag, or the reason why there is none. */
export type Tags = readonly [Tag, ...Tag[]] | { readonly nothing: string };

/** Tags that an act on the history of points changes. */
export const historyTags = ['reading', 'changeLog', 'correction', 'state', 'alert', 'task'] as const satisfies Tags;

/** Tags that a task has changed when it is over, by its kind. */
export const taskChanges: Readonly<Record<string, Tags>> = {
  importCheck: ['import', 'task'],
  importApply: ['import', ...historyTags],
  makeExport: ['export', 'task'],
  pushBackfill: ['pushRule', 'task'],
  makeReport: ['report', 'task'],
  writeReport: ['report', 'task'],
  readLayer: ['layer', 'task'],
  deleteReadings: historyTags,
  flagReadings: historyTags,
  undoChange: historyTags,
  recompute: ['point', ...historyTags],
  reviseAlerts: ['alert', 'state', 'task'],
  resetProject: ['project', 'structure', 'point', 'device', ...historyTags],
  makeArchive: ['export', 'task'],
  deleteCorporation: ['corporation', 'user', 'project', 'device', 'task'],
  deleteProject: ['project', 'structure', 'point', 'device', ...historyTags],
};
