import {
  AlertOutlined,
  AppstoreOutlined,
  HeartOutlined,
  HomeOutlined,
  InboxOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { Page } from './page.ts';

/** The pages of no project, by the names of specification 2, in the order of the menu. */
export const installationPages = {
  Home: {
    path: '/dashboard',
    to: 'stats.corporation',
    title: 'shell:home',
    refreshes: true,
    menu: { icon: HomeOutlined },
  },
  ProjectList: {
    path: '/projects',
    to: 'projects.list',
    title: 'projects:menu',
    menu: { icon: AppstoreOutlined },
  },
  AllAlerts: {
    path: '/alerts',
    to: 'alerts.list',
    title: 'alerts:title',
    menu: { icon: AlertOutlined, word: 'alerts:menuAll' },
  },
  OnDuty: {
    path: '/on-duty',
    to: 'onDuty.list',
    title: 'onDuty:title',
    menu: { icon: UserOutlined, phoneOnly: true },
    jump: true,
  },
  DeviceWarehouse: {
    path: '/device-warehouse',
    to: 'warehouse.list',
    title: 'warehouse:title',
    menu: { icon: InboxOutlined },
  },
  DeviceLabels: {
    path: '/device-warehouse/labels',
    to: 'warehouse.list',
    title: 'warehouse:title',
  },
  Firmware: {
    path: '/device-warehouse/firmware',
    to: 'firmware.list',
    title: 'firmware:title',
    jump: true,
  },
  DeviceHealth: {
    path: '/device-warehouse/health',
    to: 'health.list',
    title: 'health:title',
    menu: { icon: HeartOutlined },
  },
  DeviceConnect: {
    path: '/device-warehouse/:deviceId/connect',
    to: 'devices.get',
    title: 'devices:connect',
  },
  DeviceDialIn: {
    path: '/device-warehouse/:deviceId/dial-in',
    to: 'dialIn.get',
    title: 'dialIn:open',
  },
  SystemManagement: {
    path: '/console',
    to: 'users.list',
    title: 'corporations:menu',
    menu: { icon: SettingOutlined, isRoof: true },
  },
  CorporationConsole: {
    path: '/console/corporation',
    to: 'corporations.list',
    title: 'corporations:tab',
  },
  UserConsole: {
    path: '/console/users',
    to: 'users.list',
    title: 'people:tab',
  },
  RoleConsole: {
    path: '/console/roles',
    to: 'roles.getPermissions',
    title: 'roles:tab',
  },
  UserGroupConsole: {
    path: '/console/user-groups',
    to: 'userGroups.list',
    title: 'people:groups.tab',
  },
  ModelConsole: {
    path: '/console/models',
    to: 'models.list',
    title: 'models:tab',
  },
  ModelFormat: {
    path: '/console/models/:modelId/format',
    to: 'models.list',
    title: 'formats:page',
  },
  FeedConsole: {
    path: '/console/feeds',
    to: 'feeds.list',
    title: 'feeds:tab',
  },
  ChannelConsole: {
    path: '/console/channels',
    to: 'channels.list',
    title: 'channels:tab',
  },
  AlertCauseConsole: {
    path: '/console/alert-causes',
    to: 'alertCauses.list',
    title: 'handling:causes.tab',
  },
  OperationLogs: {
    path: '/console/operation-logs',
    to: 'operations.list',
    title: 'operations:tab',
  },
  InstallationHealth: {
    path: '/console/health',
    to: 'installation.health',
    title: 'installation:title',
  },
  WorkConsole: {
    path: '/console/installation',
    to: 'work.list',
    title: 'work:tab',
  },
  PrivateConf: {
    path: '/console/private-conf',
    to: 'privateConf.get',
    title: 'privateConf:tab',
  },
  LanguagePacks: {
    path: '/console/languages',
    to: 'languagePacks.states',
    title: 'languagePacks:tab',
  },
  License: {
    path: '/console/license',
    to: 'licences.info',
    title: 'licences:tab',
  },
  Plugins: {
    path: '/console/plugins',
    to: 'plugins.list',
    title: 'plugins:tab',
  },
  DialInConsole: {
    path: '/console/dial-in',
    to: 'dialIn.unknown',
    title: 'dialIn:unknown.title',
  },
  Profile: {
    path: '/profile',
    to: 'users.profile',
    title: 'users:profile.title',
    jump: true,
  },
  Documents: {
    path: '/documents',
    to: 'guide.list',
    title: 'guide:title',
    jump: true,
  },
  Releases: {
    path: '/releases',
    to: 'releases.list',
    title: 'releases:title',
    jump: true,
  },
  Notification: {
    path: '/notifications',
    to: 'notifications.list',
    title: 'notifications:title',
    jump: true,
  },
  NotificationDetail: {
    path: '/notifications/:notificationId',
    to: 'notifications.get',
    title: 'notifications:one',
  },
  Sign: {
    path: '/sign',
    to: 'sessions.signin',
    title: 'sessions:signIn',
    frame: 'bare',
  },
  SignWay: {
    path: '/sign/:way',
    to: 'registrations.signup',
    title: 'sessions:signIn',
    frame: 'bare',
  },
  ShortLink: {
    path: '/v/:code',
    to: 'links.open',
    title: 'readings:menu',
  },
  PublicStatus: {
    path: '/status/:token',
    to: 'statusPages.open',
    title: 'statusPages:public',
    frame: 'bare',
  },
  ReportLink: {
    path: '/report/:token',
    to: 'reportLinks.open',
    title: 'reportLinks:title',
    frame: 'bare',
  },
  Verify: {
    path: '/verify',
    to: 'reportVerification.open',
    title: 'reportVerification:title',
    frame: 'bare',
  },
  VerifyReport: {
    path: '/verify/:code',
    to: 'reportVerification.open',
    title: 'reportVerification:title',
    frame: 'bare',
  },
  Walls: {
    path: '/walls',
    to: 'walls.list',
    title: 'walls:menu',
    jump: true,
  },
  WallScreen: {
    path: '/wall/:token',
    to: 'walls.open',
    title: 'walls:one',
    frame: 'bare',
  },
  Setup: {
    path: '/setup',
    to: 'sessions.setup',
    title: 'sessions:setup.title',
    frame: 'bare',
  },
  Gallery: {
    path: '/gallery',
    to: null,
    title: 'shell:gallery',
    frame: 'bare',
  },
} as const satisfies Readonly<Record<string, Page>>;
