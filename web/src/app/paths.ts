import { generatePath } from 'react-router';

/** The stable route names of specification 2 that exist so far, and where they lie. A link is made from a name alone. */
export const paths = {
  Home: '/dashboard',
  ProjectScreen: '/dashboard/project/:projectId',
  StructureScreen: '/dashboard/project/:projectId/structures/:structureId',
  ProjectList: '/projects',
  DeviceWarehouse: '/device-warehouse',
  DeviceLabels: '/device-warehouse/labels',
  Firmware: '/device-warehouse/firmware',
  DeviceHealth: '/device-warehouse/health',
  DeviceConnect: '/device-warehouse/:deviceId/connect',
  SystemManagement: '/console',
  CorporationConsole: '/console/corporation',
  UserConsole: '/console/users',
  RoleConsole: '/console/roles',
  ModelConsole: '/console/models',
  Profile: '/profile',
  Notification: '/notifications',
  NotificationDetail: '/notifications/:notificationId',
  AllAlerts: '/alerts',
  DataView: '/projects/:projectId/monitor-new/home',
  DataImport: '/projects/:projectId/monitor-new/import',
  DataEntry: '/projects/:projectId/monitor-new/entry',
  Alerts: '/projects/:projectId/alerts',
  Devices: '/projects/:projectId/devices',
  ProjectDeviceHealth: '/projects/:projectId/devices/health',
  ProjectMembers: '/projects/:projectId/members',
  ProjectPoints: '/projects/:projectId/console/points',
  PointsAdd: '/projects/:projectId/console/points/add',
  PointsEdit: '/projects/:projectId/console/points/edit',
  PointsThresholds: '/projects/:projectId/console/points/thresholds',
  PointsBackTest: '/projects/:projectId/console/points/back-test',
  MPConsole: '/projects/:projectId/console/structures/:structureId/mps/:mpId',
  ItemMPConsole: '/projects/:projectId/console/structures/:structureId/items/:itemId/mps/:mpId',
  CustomChartManager: '/projects/:projectId/custom-charts',
  CustomChart: '/projects/:projectId/custom-charts/:customChartId',
  CustomCharacteristic: '/projects/:projectId/custom-characteristic',
  BatchInit: '/projects/:projectId/batch-init',
  BatchChartSetting: '/projects/:projectId/batch-chart-setting',
  Commissioning: '/projects/:projectId/console/commissioning',
  CommissioningChecklist: '/projects/:projectId/console/commissioning/checklist',
  ProjectConsole: '/projects/:projectId/console',
  ProjectTopo: '/projects/:projectId/console/topo',
  StructureConsole: '/projects/:projectId/console/structures/:structureId',
  ItemConsole: '/projects/:projectId/console/structures/:structureId/items/:itemId',
  ProjectDocuments: '/projects/:projectId/documents',
  Sign: '/sign',
  Setup: '/setup',
  Gallery: '/gallery',
} as const;
export type RouteName = keyof typeof paths;

/** The address of a named page: `to('DataView', { projectId: 3 }, { point: 17 })`. */
export function to(
  name: RouteName,
  params: Readonly<Record<string, string | number>> = {},
  search: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const path = generatePath(
    paths[name] as string,
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (value !== undefined) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
