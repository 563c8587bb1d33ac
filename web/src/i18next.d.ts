/** The words of the product as types, from the English pack: a key that is missing there does not compile. A new file of words is named here. */
import 'i18next';
import type alertAnalytics from './languages/en/alertAnalytics.json';
import type alertRules from './languages/en/alertRules.json';
import type alerts from './languages/en/alerts.json';
import type analysis from './languages/en/analysis.json';
import type annotations from './languages/en/annotations.json';
import type bindings from './languages/en/bindings.json';
import type certificates from './languages/en/certificates.json';
import type channels from './languages/en/channels.json';
import type charts from './languages/en/charts.json';
import type commands from './languages/en/commands.json';
import type commissioning from './languages/en/commissioning.json';
import type common from './languages/en/common.json';
import type conditions from './languages/en/conditions.json';
import type connections from './languages/en/connections.json';
import type contours from './languages/en/contours.json';
import type corporationArchives from './languages/en/corporationArchives.json';
import type corporationRemoval from './languages/en/corporationRemoval.json';
import type corporations from './languages/en/corporations.json';
import type corrections from './languages/en/corrections.json';
import type dashboards from './languages/en/dashboards.json';
import type deliveries from './languages/en/deliveries.json';
import type devices from './languages/en/devices.json';
import type dialIn from './languages/en/dialIn.json';
import type documents from './languages/en/documents.json';
import type drawingEditor from './languages/en/drawingEditor.json';
import type drawings from './languages/en/drawings.json';
import type duty from './languages/en/duty.json';
import type errors from './languages/en/errors.json';
import type exports from './languages/en/exports.json';
import type families from './languages/en/families.json';
import type feedPulls from './languages/en/feedPulls.json';
import type feeds from './languages/en/feeds.json';
import type fieldWork from './languages/en/fieldWork.json';
import type firmware from './languages/en/firmware.json';
import type formats from './languages/en/formats.json';
import type forms from './languages/en/forms.json';
import type formulas from './languages/en/formulas.json';
import type frames from './languages/en/frames.json';
import type guide from './languages/en/guide.json';
import type handling from './languages/en/handling.json';
import type health from './languages/en/health.json';
import type imports from './languages/en/imports.json';
import type inspections from './languages/en/inspections.json';
import type installation from './languages/en/installation.json';
import type instruments from './languages/en/instruments.json';
import type intake from './languages/en/intake.json';
import type languagePacks from './languages/en/languagePacks.json';
import type layers from './languages/en/layers.json';
import type licences from './languages/en/licences.json';
import type lifecycle from './languages/en/lifecycle.json';
import type masters from './languages/en/masters.json';
import type modbusServer from './languages/en/modbusServer.json';
import type models from './languages/en/models.json';
import type notifications from './languages/en/notifications.json';
import type operations from './languages/en/operations.json';
import type panel from './languages/en/panel.json';
import type paperViews from './languages/en/paperViews.json';
import type passkeys from './languages/en/passkeys.json';
import type people from './languages/en/people.json';
import type periodReports from './languages/en/periodReports.json';
import type photos from './languages/en/photos.json';
import type planeFigures from './languages/en/planeFigures.json';
import type plans from './languages/en/plans.json';
import type plugins from './languages/en/plugins.json';
import type points from './languages/en/points.json';
import type predictions from './languages/en/predictions.json';
import type privateConf from './languages/en/privateConf.json';
import type profiles from './languages/en/profiles.json';
import type projects from './languages/en/projects.json';
import type pushes from './languages/en/pushes.json';
import type readings from './languages/en/readings.json';
import type recovery from './languages/en/recovery.json';
import type registrations from './languages/en/registrations.json';
import type releases from './languages/en/releases.json';
import type reportLinks from './languages/en/reportLinks.json';
import type reportReleases from './languages/en/reportReleases.json';
import type reports from './languages/en/reports.json';
import type reportTemplates from './languages/en/reportTemplates.json';
import type reportVerification from './languages/en/reportVerification.json';
import type roles from './languages/en/roles.json';
import type secondFactors from './languages/en/secondFactors.json';
import type seeAs from './languages/en/seeAs.json';
import type sessions from './languages/en/sessions.json';
import type sheets from './languages/en/sheets.json';
import type shell from './languages/en/shell.json';
import type silences from './languages/en/silences.json';
import type sso from './languages/en/sso.json';
import type stats from './languages/en/stats.json';
import type statusPages from './languages/en/statusPages.json';
import type storms from './languages/en/storms.json';
import type strata from './languages/en/strata.json';
import type structures from './languages/en/structures.json';
import type surveys from './languages/en/surveys.json';
import type tables from './languages/en/tables.json';
import type tasks from './languages/en/tasks.json';
import type thresholds from './languages/en/thresholds.json';
import type topology from './languages/en/topology.json';
import type tracks from './languages/en/tracks.json';
import type users from './languages/en/users.json';
import type walls from './languages/en/walls.json';
import type warehouse from './languages/en/warehouse.json';
import type waveforms from './languages/en/waveforms.json';
import type weather from './languages/en/weather.json';
import type wechat from './languages/en/wechat.json';
import type work from './languages/en/work.json';

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
      'guide',
      'handling',
      'health',
      'imports',
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
      'operations',
      'releases',
      'panel',
      'people',
      'planeFigures',
      'plans',
      'plugins',
      'points',
      'privateConf',
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
      corporations: typeof corporations;
      corrections: typeof corrections;
      devices: typeof devices;
      dialIn: typeof dialIn;
      documents: typeof documents;
      drawingEditor: typeof drawingEditor;
      drawings: typeof drawings;
      duty: typeof duty;
      errors: typeof errors;
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
      guide: typeof guide;
      handling: typeof handling;
      health: typeof health;
      imports: typeof imports;
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
