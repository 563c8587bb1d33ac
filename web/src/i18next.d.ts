/** The words of the product as types, from the English pack: a key that is missing there does not compile. A new file of words is named here. */
import 'i18next';
import type alertAnalytics from './languages/en/alerts/alertAnalytics.json';
import type alertRules from './languages/en/alerts/alertRules.json';
import type alerts from './languages/en/alerts/alerts.json';
import type conditions from './languages/en/alerts/conditions.json';
import type deliveries from './languages/en/alerts/deliveries.json';
import type duty from './languages/en/alerts/duty.json';
import type handling from './languages/en/alerts/handling.json';
import type notifications from './languages/en/alerts/notifications.json';
import type onDuty from './languages/en/alerts/onDuty.json';
import type plans from './languages/en/alerts/plans.json';
import type pushes from './languages/en/alerts/pushes.json';
import type silences from './languages/en/alerts/silences.json';
import type storms from './languages/en/alerts/storms.json';
import type certificates from './languages/en/devices/certificates.json';
import type connections from './languages/en/devices/connections.json';
import type devices from './languages/en/devices/devices.json';
import type frames from './languages/en/devices/frames.json';
import type intake from './languages/en/devices/intake.json';
import type models from './languages/en/devices/models.json';
import type warehouse from './languages/en/devices/warehouse.json';
import type common from './languages/en/kernel/common.json';
import type errors from './languages/en/kernel/errors.json';
import type formats from './languages/en/kernel/formats.json';
import type forms from './languages/en/kernel/forms.json';
import type shell from './languages/en/kernel/shell.json';
import type channels from './languages/en/messages/channels.json';
import type recovery from './languages/en/messages/recovery.json';
import type registrations from './languages/en/messages/registrations.json';
import type corporationArchives from './languages/en/overview/corporationArchives.json';
import type corporationRemoval from './languages/en/overview/corporationRemoval.json';
import type dashboards from './languages/en/overview/dashboards.json';
import type demonstration from './languages/en/overview/demonstration.json';
import type stats from './languages/en/overview/stats.json';
import type statusPages from './languages/en/overview/statusPages.json';
import type walls from './languages/en/overview/walls.json';
import type corporations from './languages/en/people/corporations.json';
import type passkeys from './languages/en/people/passkeys.json';
import type people from './languages/en/people/people.json';
import type roles from './languages/en/people/roles.json';
import type secondFactors from './languages/en/people/secondFactors.json';
import type seeAs from './languages/en/people/seeAs.json';
import type sessions from './languages/en/people/sessions.json';
import type sso from './languages/en/people/sso.json';
import type users from './languages/en/people/users.json';
import type wechat from './languages/en/people/wechat.json';
import type apiReference from './languages/en/platform/apiReference.json';
import type guide from './languages/en/platform/guide.json';
import type installation from './languages/en/platform/installation.json';
import type languagePacks from './languages/en/platform/languagePacks.json';
import type licences from './languages/en/platform/licences.json';
import type operations from './languages/en/platform/operations.json';
import type plugins from './languages/en/platform/plugins.json';
import type privateConf from './languages/en/platform/privateConf.json';
import type releases from './languages/en/platform/releases.json';
import type tasks from './languages/en/platform/tasks.json';
import type work from './languages/en/platform/work.json';
import type bindings from './languages/en/points/bindings.json';
import type charts from './languages/en/points/charts.json';
import type commissioning from './languages/en/points/commissioning.json';
import type families from './languages/en/points/families.json';
import type fieldWork from './languages/en/points/fieldWork.json';
import type inspectionLibrary from './languages/en/points/inspectionLibrary.json';
import type inspections from './languages/en/points/inspections.json';
import type lifecycle from './languages/en/points/lifecycle.json';
import type photos from './languages/en/points/photos.json';
import type points from './languages/en/points/points.json';
import type sheets from './languages/en/points/sheets.json';
import type strata from './languages/en/points/strata.json';
import type thresholds from './languages/en/points/thresholds.json';
import type topology from './languages/en/points/topology.json';
import type corrections from './languages/en/readings/corrections.json';
import type formulas from './languages/en/readings/formulas.json';
import type imports from './languages/en/readings/imports.json';
import type readings from './languages/en/readings/readings.json';
import type dataPush from './languages/en/reports/dataPush.json';
import type exports from './languages/en/reports/exports.json';
import type paperViews from './languages/en/reports/paperViews.json';
import type periodReports from './languages/en/reports/periodReports.json';
import type reportLinks from './languages/en/reports/reportLinks.json';
import type reportReleases from './languages/en/reports/reportReleases.json';
import type reportTemplates from './languages/en/reports/reportTemplates.json';
import type reportVerification from './languages/en/reports/reportVerification.json';
import type annotations from './languages/en/site/annotations.json';
import type documents from './languages/en/site/documents.json';
import type drawingEditor from './languages/en/site/drawingEditor.json';
import type drawings from './languages/en/site/drawings.json';
import type layers from './languages/en/site/layers.json';
import type projects from './languages/en/site/projects.json';
import type structures from './languages/en/site/structures.json';
import type commands from './languages/en/telemetry/commands.json';
import type dialIn from './languages/en/telemetry/dialIn.json';
import type feedPulls from './languages/en/telemetry/feedPulls.json';
import type feeds from './languages/en/telemetry/feeds.json';
import type firmware from './languages/en/telemetry/firmware.json';
import type health from './languages/en/telemetry/health.json';
import type instruments from './languages/en/telemetry/instruments.json';
import type modbusServer from './languages/en/telemetry/modbusServer.json';
import type processors from './languages/en/telemetry/processors.json';
import type analysis from './languages/en/views/analysis.json';
import type contours from './languages/en/views/contours.json';
import type masters from './languages/en/views/masters.json';
import type panel from './languages/en/views/panel.json';
import type planeFigures from './languages/en/views/planeFigures.json';
import type predictions from './languages/en/views/predictions.json';
import type profiles from './languages/en/views/profiles.json';
import type reports from './languages/en/views/reports.json';
import type surveys from './languages/en/views/surveys.json';
import type tables from './languages/en/views/tables.json';
import type tracks from './languages/en/views/tracks.json';
import type waveforms from './languages/en/views/waveforms.json';
import type weather from './languages/en/views/weather.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: [
      'common',
      'alertAnalytics',
      'alertRules',
      'alerts',
      'analysis',
      'annotations',
      'bindings',
      'certificates',
      'channels',
      'charts',
      'commands',
      'commissioning',
      'conditions',
      'connections',
      'contours',
      'corporationArchives',
      'corporationRemoval',
      'demonstration',
      'corporations',
      'corrections',
      'dashboards',
      'deliveries',
      'devices',
      'dialIn',
      'documents',
      'drawingEditor',
      'drawings',
      'duty',
      'errors',
      'dataPush',
      'exports',
      'families',
      'feedPulls',
      'feeds',
      'fieldWork',
      'firmware',
      'forms',
      'formats',
      'formulas',
      'frames',
      'strata',
      'apiReference',
      'guide',
      'handling',
      'health',
      'imports',
      'inspectionLibrary',
      'inspections',
      'instruments',
      'installation',
      'intake',
      'languagePacks',
      'layers',
      'licences',
      'lifecycle',
      'masters',
      'modbusServer',
      'models',
      'notifications',
      'onDuty',
      'operations',
      'releases',
      'panel',
      'people',
      'planeFigures',
      'plans',
      'plugins',
      'points',
      'privateConf',
      'processors',
      'predictions',
      'paperViews',
      'passkeys',
      'periodReports',
      'photos',
      'profiles',
      'projects',
      'pushes',
      'readings',
      'recovery',
      'registrations',
      'reportLinks',
      'reportReleases',
      'reportVerification',
      'reportTemplates',
      'reports',
      'roles',
      'secondFactors',
      'seeAs',
      'sessions',
      'sheets',
      'shell',
      'silences',
      'sso',
      'stats',
      'statusPages',
      'walls',
      'storms',
      'structures',
      'surveys',
      'tables',
      'tasks',
      'thresholds',
      'topology',
      'tracks',
      'users',
      'warehouse',
      'weather',
      'waveforms',
      'wechat',
      'work',
    ];
    resources: {
      common: typeof common;
      alertAnalytics: typeof alertAnalytics;
      alertRules: typeof alertRules;
      alerts: typeof alerts;
      certificates: typeof certificates;
      channels: typeof channels;
      dashboards: typeof dashboards;
      deliveries: typeof deliveries;
      analysis: typeof analysis;
      annotations: typeof annotations;
      bindings: typeof bindings;
      charts: typeof charts;
      commands: typeof commands;
      commissioning: typeof commissioning;
      conditions: typeof conditions;
      connections: typeof connections;
      contours: typeof contours;
      corporationArchives: typeof corporationArchives;
      corporationRemoval: typeof corporationRemoval;
      demonstration: typeof demonstration;
      corporations: typeof corporations;
      corrections: typeof corrections;
      devices: typeof devices;
      dialIn: typeof dialIn;
      documents: typeof documents;
      drawingEditor: typeof drawingEditor;
      drawings: typeof drawings;
      duty: typeof duty;
      errors: typeof errors;
      dataPush: typeof dataPush;
      exports: typeof exports;
      families: typeof families;
      feedPulls: typeof feedPulls;
      feeds: typeof feeds;
      fieldWork: typeof fieldWork;
      firmware: typeof firmware;
      forms: typeof forms;
      formats: typeof formats;
      formulas: typeof formulas;
      frames: typeof frames;
      strata: typeof strata;
      apiReference: typeof apiReference;
      guide: typeof guide;
      handling: typeof handling;
      health: typeof health;
      imports: typeof imports;
      inspectionLibrary: typeof inspectionLibrary;
      inspections: typeof inspections;
      instruments: typeof instruments;
      installation: typeof installation;
      intake: typeof intake;
      languagePacks: typeof languagePacks;
      layers: typeof layers;
      licences: typeof licences;
      lifecycle: typeof lifecycle;
      masters: typeof masters;
      modbusServer: typeof modbusServer;
      models: typeof models;
      notifications: typeof notifications;
      onDuty: typeof onDuty;
      operations: typeof operations;
      panel: typeof panel;
      people: typeof people;
      planeFigures: typeof planeFigures;
      plans: typeof plans;
      plugins: typeof plugins;
      points: typeof points;
      predictions: typeof predictions;
      paperViews: typeof paperViews;
      passkeys: typeof passkeys;
      privateConf: typeof privateConf;
      processors: typeof processors;
      periodReports: typeof periodReports;
      photos: typeof photos;
      profiles: typeof profiles;
      projects: typeof projects;
      pushes: typeof pushes;
      readings: typeof readings;
      recovery: typeof recovery;
      registrations: typeof registrations;
      releases: typeof releases;
      reportLinks: typeof reportLinks;
      reportReleases: typeof reportReleases;
      reportVerification: typeof reportVerification;
      reportTemplates: typeof reportTemplates;
      reports: typeof reports;
      roles: typeof roles;
      secondFactors: typeof secondFactors;
      seeAs: typeof seeAs;
      sessions: typeof sessions;
      sheets: typeof sheets;
      shell: typeof shell;
      silences: typeof silences;
      sso: typeof sso;
      stats: typeof stats;
      statusPages: typeof statusPages;
      walls: typeof walls;
      storms: typeof storms;
      structures: typeof structures;
      surveys: typeof surveys;
      tables: typeof tables;
      tasks: typeof tasks;
      thresholds: typeof thresholds;
      topology: typeof topology;
      tracks: typeof tracks;
      users: typeof users;
      warehouse: typeof warehouse;
      weather: typeof weather;
      waveforms: typeof waveforms;
      wechat: typeof wechat;
      work: typeof work;
    };
  }
}
