/**
 * Every failure a caller may meet. `code` is stable; the words live in the language packs (errors.json) under the
 * same name. 4xxx = the request, 8xxx = who is asking, 5xxx = ours. Names follow specification 8.
 */
export const errors = {
  /** The input breaks the route's schema; `detail` lists `{ path, message }`. */
  badInput: { code: 4000, status: 400 },
  /** The body is no JSON or is packed (`content-encoding`), or the content type is not what the route takes. */
  badBody: { code: 4001, status: 415 },
  /** The body or file is larger than the route takes. */
  tooLarge: { code: 4002, status: 413 },
  /** Signed in, in the right place, but without the permission; `detail.needs` names it. */
  notAllowed: { code: 4003, status: 403 },
  /** Absent, or another corporation's: callers cannot tell which. */
  notFound: { code: 4004, status: 404 },
  /** The request names a host that is none of this installation (setting HOSTS). */
  hostUnknown: { code: 4015, status: 421 },
  /** The project or point is archived: it can be read and not changed. */
  archived: { code: 4005, status: 409 },
  /** The corporation has not switched this module on; `detail.flag`. */
  moduleOff: { code: 4006, status: 403 },
  /** A corporation has as much as it may of something; `detail` { fault, max }: of points, devices or storageBytes. */
  limitReached: { code: 4030, status: 409 },
  /** Too many tries; `detail.retryAfterSeconds`. */
  tooMany: { code: 4007, status: 429 },
  /** The address is there and takes no such method; the header `Allow` says which. */
  methodNotAllowed: { code: 4009, status: 405 },
  /** Something of this name exists already in the same place. */
  nameTaken: { code: 4010, status: 409 },
  /** Still holds other things; `detail` counts them. */
  notEmpty: { code: 4011, status: 409 },
  /** Somebody saved the record after the caller read it; `detail` holds who (`by`), when (`at`) and what it is `now`. */
  changedMeanwhile: { code: 4014, status: 409 },
  /** Deleting something that holds data needs the password of the project's creator. */
  passwordNeeded: { code: 4012, status: 409 },
  /** The password given is not the right one. */
  wrongPassword: { code: 4013, status: 403 },
  /** "Start time greater than end time". */
  startAfterEnd: { code: 4020, status: 400 },
  /** "Time span exceeded"; `detail.days` says how many are allowed. */
  spanExceeded: { code: 4021, status: 400 },
  /** A display filter reads every reading and what lies round them: `detail.days` says how many days it can do. */
  filterSpanExceeded: { code: 4023, status: 400 },
  /** One window of a display filter holds more than `detail.readings`. */
  filterWindowExceeded: { code: 4024, status: 400 },
  /** What is asked for is a direction: filters and forecasts of plain numbers are not defined for it; `detail.field`. */
  directionUnsuitable: { code: 4530, status: 400 },
  /** "No collections within the current time range". */
  noCollections: { code: 4022, status: 404 },
  /** "Upload file size cannot exceed {size}{unit}". */
  fileTooLarge: { code: 4050, status: 413 },
  /** "Upload file can only be in {type} format". */
  fileFormat: { code: 4051, status: 415 },
  /** A workbook that asks for a password. */
  fileEncrypted: { code: 4052, status: 400 },
  /** A file that begins like what it should be and cannot be read; `detail` says where, if that is known. */
  fileDamaged: { code: 4053, status: 400 },
  /** A sheet with more rows than are taken; `detail.maxRows`. */
  sheetTooLong: { code: 4054, status: 400 },
  /** A sheet with more columns than are taken; `detail.maxColumns`. */
  sheetTooWide: { code: 4055, status: 400 },
  /** A workbook that would unpack to more than is taken. */
  sheetTooBig: { code: 4056, status: 400 },
  /** A sheet without a heading row, or without a row under it. */
  sheetEmpty: { code: 4057, status: 400 },
  /** Columns that the sheet must have; `detail.columns`. */
  sheetColumnsMissing: { code: 4058, status: 400 },
  /** A sheet of another purpose: that of existing points where new ones are made, or the other way round; `detail.is`. */
  sheetOther: { code: 4059, status: 400 },
  /** "Sncode {code} exists". */
  sncodeExists: { code: 4101, status: 409 },
  /** "Channel {channelNo} occupied": another point is bound to it. */
  channelOccupied: { code: 4102, status: 409 },
  /** "Channel {channelNo} occupied cannot delete": it, or its device, would be taken from under a point. */
  channelInUse: { code: 4170, status: 409 },
  /** "channel or module does not exist". */
  channelUnknown: { code: 4103, status: 400 },
  /** "Register {register} exists": another device announces itself with it. */
  registerExists: { code: 4160, status: 409 },
  /** "last channel used": every channel that the model has is there already. */
  lastChannelUsed: { code: 4161, status: 409 },
  /** "channel invalid or out of range"; `detail.channelNo`. */
  channelInvalid: { code: 4162, status: 400 },
  /** "address invalid"; `detail` names the channel, the address and the form that its protocol asks for. */
  addressInvalid: { code: 4163, status: 400 },
  /** "Device does not support the event function". */
  eventUnsupported: { code: 4164, status: 400 },
  /** "device serial number missing". */
  serialNumberMissing: { code: 4165, status: 400 },
  /** "serial port config missing": a channel behind the serial port of a device whose port is not set up. */
  serialConfigMissing: { code: 4166, status: 400 },
  /** "Unknown device type". */
  deviceTypeUnknown: { code: 4167, status: 400 },
  /** A device cannot send through the one that is named: of the wrong type, or in a circle. */
  associationInvalid: { code: 4168, status: 400 },
  /** The service of a vendor that this needs is not set up; `detail.setting` names the setting. */
  vendorNotConfigured: { code: 4169, status: 409 },
  /** The service of a vendor did not answer, or not with what was asked for. */
  vendorFailed: { code: 5010, status: 502 },
  /** The device is not connected, so nothing can be sent to it. */
  deviceNotNetworked: { code: 4104, status: 409 },
  /** "Point {name} not bound to a device". */
  pointNotBound: { code: 4105, status: 409 },
  /** "Device {sncode} has not set initial value". */
  noInitialValue: { code: 4106, status: 409 },
  /** "Formula contains illegal input"; `detail.at` is the character. */
  formulaIllegal: { code: 4110, status: 400 },
  /** "Formula cannot calculate": division by zero, or not a finite number. */
  formulaCannotCalculate: { code: 4111, status: 400 },
  /** Thresholds must ascend: level 1 above 0, each next above the one before. */
  thresholdsNotAscending: { code: 4120, status: 400 },
  /** A collect plan whose parts do not go together; `detail.fault` (science/collect/plan.ts). */
  collectPlanInvalid: { code: 4130, status: 400 },
  /** "Collect interval of 1 minute or less cannot use auto-increase". */
  autoIncreaseRefused: { code: 4131, status: 400 },
  /** A bound point has a collect plan, and that says how and how often it is read: it is changed there. */
  collectPlanDecides: { code: 4132, status: 409 },
  /** "The old artificial point creation call is rejected": manual points are added by batch creation. */
  batchCreationOnly: { code: 4140, status: 409 },
  /** The point is fed by a device and must be unbound first; `detail` { name, sncode, channelNo }. */
  pointBound: { code: 4141, status: 409 },
  /** A computed point cannot take over the readings of another kind, nor the other way round; `detail.name`. */
  pointHasReadings: { code: 4142, status: 409 },
  /** This is not done to a point of that kind; `detail` { name, type }. */
  kindUnsuitable: { code: 4143, status: 409 },
  /** Other points are made of this one; `detail.by` lists their names. */
  pointInUse: { code: 4144, status: 409 },
  /** A deprecated point takes no readings. */
  pointDeprecated: { code: 4145, status: 409 },
  /** The location of the point is locked. */
  locationLocked: { code: 4146, status: 409 },
  /** The data of the last device replacement is not migrated yet: cancel or complete it first. */
  migrationOpen: { code: 4147, status: 409 },
  /** The replacement is completed or cancelled, or a later one builds on it. */
  migrationOver: { code: 4148, status: 409 },
  /** Nothing was written, because single rows are wrong; `detail.problems` says which and why. */
  rowsRefused: { code: 4149, status: 400 },
  /** "Point {name} has no reading yet". */
  noReading: { code: 4150, status: 409 },
  /** Confirm, FalseAlarm and Restore are final. */
  alertSettled: { code: 4201, status: 409 },
  /** An alert has as many comments as it may; `detail.max`. */
  tooManyComments: { code: 4206, status: 409 },
  /** An alert may have so many files; `detail` { most }. */
  alertFilesFull: { code: 4207, status: 409 },
  /** Who is to take an alert on may not see it. */
  assigneeUnfit: { code: 4208, status: 409 },
  /** A corporation may have so many user groups; `detail` { most }. */
  userGroupsFull: { code: 4215, status: 409 },
  /** A corporation may keep so many causes; `detail` { most }. */
  alertCausesFull: { code: 4209, status: 409 },
  /** An alert may be linked to so many documents; `detail` { most }. */
  alertDocumentsFull: { code: 4211, status: 409 },
  /** There is a response plan for that level and place; `detail` { level }. */
  responsePlanThere: { code: 4213, status: 409 },
  /** A project may have so many response plans; `detail` { most }. */
  responsePlansFull: { code: 4214, status: 409 },
  /** The history of an alert holds as much as it may; `detail` { most }. */
  alertHistoryFull: { code: 4212, status: 409 },
  /** The alert has the status that it would be given. */
  alertStatusSame: { code: 4204, status: 409 },
  /** The one who would change it may not be changed this way (the last administrator, oneself, a built-in role). */
  protectedRecord: { code: 4202, status: 409 },
  /** A task that has ended cannot be cancelled. */
  taskOver: { code: 4203, status: 409 },
  /** Stuck work that a worker tries at this moment cannot be discarded. */
  workRunning: { code: 4205, status: 409 },

  /** "Correction records exist at this point in time": two of a kind would overlap; `detail` says which and when. */
  correctionExists: { code: 4220, status: 409 },
  /** A fix of 0, none at all, or no finite number; `detail.fault`, `detail.field`. */
  fixInvalid: { code: 4221, status: 400 },
  /** "Shift record not found": also of the other kinds of correction. */
  shiftNotFound: { code: 4222, status: 404 },
  /** "Data at that moment abnormal, select again": no reading there, too few, or failed ones. */
  momentAbnormal: { code: 4223, status: 409 },
  /** A correction cannot reach back over the last reset of its point; `detail.resetAt`. */
  beforeReset: { code: 4224, status: 409 },
  /** An act cannot be undone while a later one builds on the same readings; `detail.changeId`, `byName`, `at`. */
  laterChange: { code: 4225, status: 409 },
  /** The act has been undone before. */
  changeUndone: { code: 4226, status: 409 },
  /** An act that cannot be undone (a reset), or not yet (its task still runs). */
  notUndoable: { code: 4227, status: 409 },
  /** "Shift record parse failure": what is stored is no correction record. */
  shiftParseFailed: { code: 5101, status: 500 },
  /** "Shift record fetch failure". */
  shiftFetchFailed: { code: 5102, status: 503 },
  /** "Data prediction exception": the model cannot be fitted to what was measured; `detail.model`. */
  predictionFailed: { code: 4281, status: 409 },

  /** "Uploaded log point does not exist": the file names a point that the mapping does not know; `detail` { point, field }. */
  logPointUnknown: { code: 4240, status: 400 },
  /** "Template type differs from point type": fields are entered at manual points, raw quantities at automated ones. */
  templateTypeDiffers: { code: 4241, status: 409 },
  /** "Data entry failure": nothing was written, because single rows are wrong; `detail.problems` says which and why. */
  dataEntryFailed: { code: 4242, status: 400 },
  /** The point has another value at that time already, and the caller did not want it overwritten; `detail` { at, values } of it. */
  entryExists: { code: 4259, status: 409 },
  /** A text that does not match the given time pattern; `detail.text`. */
  timeUnreadable: { code: 4243, status: 400 },
  /** A time that the clock of its zone shows twice; `detail.text`. */
  timeAmbiguous: { code: 4244, status: 400 },
  /** A time that the clock of its zone skips; `detail.text`. */
  timeSkipped: { code: 4245, status: 400 },
  /** Values by hand or from a file are not of the future; `detail.at`. */
  timeInFuture: { code: 4246, status: 400 },
  /** Values by hand or from a file are not from before 1970; `detail.at`. */
  timeTooOld: { code: 4247, status: 400 },
  /** A cell that holds something else than a number; `detail` { column, text }. */
  cellNotNumber: { code: 4248, status: 400 },
  /** A line that breaks the format: a cell too few, a quote left open; `detail.fault`. */
  lineBroken: { code: 4249, status: 400 },
  /** A line of a million characters and more is no line of data; `detail.line`. */
  lineTooLong: { code: 4250, status: 400 },
  /** The bytes of the file are not of the encoding; `detail.encoding`. */
  encodingWrong: { code: 4251, status: 400 },
  /** The import or the file is being worked on; `detail.state`. */
  importBusy: { code: 4252, status: 409 },
  /** Only what was checked by a dry run is imported, and only once; `detail.state`. */
  importUnchecked: { code: 4253, status: 409 },
  /** "Export over 65535 rows rejected"; `detail` { maxRows, rows }. */
  exportTooManyRows: { code: 4254, status: 400 },
  /** The unit of a row cannot be converted to that of its series; `detail` { unit, expected }. */
  unitDiffers: { code: 4257, status: 400 },
  /** Too much to download at once: let a file be made; `detail` { maxRecords, records }. */
  exportTooLarge: { code: 4255, status: 400 },

  /** A structure cannot be shown this way yet: its picture, model or tileset is missing; `detail.displayType`. */
  displayNotReady: { code: 4260, status: 409 },
  /** A project keeps no more documents; `detail.most`. */
  documentsFull: { code: 4261, status: 409 },
  /** A project has as many annotations as it may; `detail.most`. */
  annotationsFull: { code: 4266, status: 409 },
  /** A point has as many photos as it may; `detail.most`. */
  photosFull: { code: 4268, status: 409 },
  /** A project has as many short links as it may; `detail.most`. */
  linksFull: { code: 4267, status: 409 },
  /** A structure has as many drawings as it may, or a drawing as many files (`detail.fault`); `detail.most`. */
  drawingsFull: { code: 4016, status: 409 },
  /** A drawing that would not be drawn safely, or not at all; `detail.fault` says why. */
  drawingRefused: { code: 4017, status: 400 },
  /** A newer file of a drawing has other proportions, so that scale and points would lie elsewhere; `detail` { width, height }. */
  drawingProportions: { code: 4018, status: 409 },
  /** A project has as many map layers as it may; `detail.most`. */
  layersFull: { code: 4285, status: 409 },
  /** A map layer keeps as many files as it may; `detail.most`. */
  layerVersionsFull: { code: 4286, status: 409 },
  /** A file of a map layer whose coordinates are no degrees; `detail` says which, or names their system (`fault`). */
  layerCoordinates: { code: 4287, status: 400 },
  /** A file of a map layer with more in it than is drawn; `detail.fault` says of what, `detail.limit` how much. */
  layerTooDetailed: { code: 4288, status: 400 },
  /** A file of a map layer with nothing in it to draw. */
  layerEmpty: { code: 4289, status: 400 },
  /** A corporation has one mail server and one SMS vendor; `detail.medium`. */
  channelThere: { code: 4290, status: 409 },
  /** Data push (specification 8): settings that do not go together or lack something; `detail.fault` says what. */
  pushParameter: { code: 4512, status: 400 },
  /** A corporation has as many webhooks and robots as it may; `detail.most`. */
  channelsFull: { code: 4291, status: 409 },
  /** A person has switched pushes on on as many devices as they may; `detail.most`. */
  pushesFull: { code: 4440, status: 409 },
  /** A project has as many alert rules as it may; `detail.most`. */
  alertRulesFull: { code: 4292, status: 409 },
  /** The message was sent, or is being sent: it is not tried again; `detail.state`. */
  deliveryOver: { code: 4293, status: 409 },
  /** A project keeps no more 3D tiles. */
  tilesetsFull: { code: 4262, status: 409 },

  /** A firmware file's name holds a blank; the rule is <type>-x.x.x.x-<note>.hsf. */
  firmwareNameBlank: { code: 4270, status: 400 },
  /** A firmware file's name holds Chinese or other letters than the Latin ones without accents. */
  firmwareNameLetters: { code: 4271, status: 400 },
  /** A firmware file's name is not of the form <type>-x.x.x.x-<note>.hsf. */
  firmwareNameInvalid: { code: 4272, status: 400 },
  /** There is firmware of this type and version already; `detail` { type, version }. */
  firmwareExists: { code: 4273, status: 409 },
  /** Upgrades to the firmware are in progress; `detail.inProgress`. */
  firmwareInUse: { code: 4274, status: 409 },
  /** "firmware type does not match host"; `detail` { type, model, sncode }. */
  firmwareHostMismatch: { code: 4275, status: 409 },
  /** The firmware was deleted. */
  firmwareGone: { code: 4276, status: 409 },
  /** An upgrade of the device is in progress; `detail` { sncode }. */
  upgradeOpen: { code: 4277, status: 409 },
  /** The device has begun the upgrade: it cannot be cancelled any more. */
  upgradeBegan: { code: 4278, status: 409 },
  /** The upgrade has ended, or a later one came after it; `detail.state`. */
  upgradeOver: { code: 4279, status: 409 },
  /** The range that is asked for lies outside the file; `detail.size`. */
  rangeInvalid: { code: 4280, status: 416 },

  /** A device's sncode or secret is unknown. Deliberately one answer for both. */
  deviceRefused: { code: 4301, status: 401 },
  /** A certificate or request that was given is none that can be used; `detail.reason`: unreadable, weak, notAuthority, expired, signature, known, otherIssuer, older, partial, tooLong. */
  certificateRefused: { code: 4571, status: 400 },
  /** A corporation has as many authorities, or a device as many certificates, as there may be; `detail.most`. */
  certificatesFull: { code: 4572, status: 409 },
  /** A device that has no valid certificate would have no way in. */
  certificateMissing: { code: 4573, status: 409 },
  /** A list of one's own, or of the installation, holds as many as it may. */
  listFull: { code: 4580, status: 409 },
  /** Key or secret of a feed is unknown, or the feed is off. Deliberately one answer for all. */
  feedRefused: { code: 4381, status: 401 },
  /** The signature of a vendor is wrong, or older than five minutes. Deliberately one answer for both. */
  vendorRefused: { code: 4386, status: 401 },
  /** A corporation has as many feeds, or a feed as many assignments, as there may be; `detail.most`. */
  feedsFull: { code: 4382, status: 409 },
  /** A feed reads a SQL Server, whose client is not installed here (`tools/prepare.mjs --sql-server`). */
  sqlServerClientMissing: { code: 4392, status: 409 },
  /** The source of a feed is another device already; `detail.sncode`. */
  sourceInUse: { code: 4383, status: 409 },
  /** Every unit address of the Modbus server is some project's; `detail` { most }. */
  modbusUnitsFull: { code: 4384, status: 409 },
  /** The corporation has as many unit addresses as one may have beside others; `detail.most`. */
  modbusShareFull: { code: 4391, status: 409 },
  /** "Device has not uploaded the file": it is under way, or broke off; `detail` { received, size }. */
  fileNotUploaded: { code: 4385, status: 409 },
  /** A device's message is no JSON of the shape that the gateway takes; `detail` says where. */
  malformedReading: { code: 4302, status: 400 },
  /** A channel of the message is not one of the device. */
  readingChannelUnknown: { code: 4303, status: 400 },
  /** The time of a reading is later than the gateway's clock by more than the tolerance. */
  readingInFuture: { code: 4304, status: 400 },
  /** NaN, infinity or text where a number belongs. */
  readingNotFinite: { code: 4305, status: 400 },
  /** A device published to a topic that is not its own; `detail.topic`. Acknowledged and dropped. */
  topicRefused: { code: 4306, status: 400 },
  /** A sample was stored and gave no value, or names quantities that its point does not read; `detail` { reads, sent }. */
  readingEmpty: { code: 4307, status: 400 },
  /** Readings are ahead of the clock and no more of the device can be kept: it is to keep them and send them again. */
  deferralFull: { code: 5103, status: 503 },
  /** Another waveform that started at the same time is stored at the point; `detail` { startAt }. */
  waveformExists: { code: 4308, status: 409 },
  /** A waveform that is not whole: axes of different lengths, too many samples, an unknown unit; `detail` says which. */
  waveformInvalid: { code: 4309, status: 400 },
  /** The channel of a waveform feeds no point; `detail.channel`. */
  waveformUnbound: { code: 4310, status: 409 },
  /** Waveforms are kept of vibration points alone; `detail.family`. */
  waveformUnsuitable: { code: 4311, status: 409 },
  /** A filter whose corners do not fit the sampling rate or each other, or a waveform too short for it; `detail`. */
  waveformFilter: { code: 4312, status: 400 },
  /** "Different templates cannot be used": the last round was made with another template, or another version of it. */
  inspectionTemplateDiffers: { code: 4320, status: 409 },
  /** "Last result not found": no round of the plan was finished before. */
  inspectionLastNotFound: { code: 4321, status: 404 },
  /** "Not yet time to inspect"; `detail.at` = from when on. */
  inspectionNotYetTime: { code: 4322, status: 409 },
  /** "Duplicate record on copy": the round was filled from the last one already. */
  inspectionCopyDuplicate: { code: 4323, status: 409 },
  /** Required questions are unanswered, or copied answers are not confirmed; `detail` { count, questions }. */
  inspectionIncomplete: { code: 4324, status: 409 },
  /** A finished round can only be read; `detail` { by, at, roundId }. */
  inspectionFinished: { code: 4325, status: 409 },
  /** Only a finished round is corrected: an open one is simply changed. */
  inspectionNotFinished: { code: 4326, status: 409 },
  /** A correction stands for the round: that is the one to correct. */
  inspectionReplaced: { code: 4327, status: 409 },
  /** The plan is switched off; `detail.name`. */
  inspectionPlanOff: { code: 4328, status: 409 },
  /** There are as many templates, plans, photos or defects as may be; `detail.most`. */
  inspectionsFull: { code: 4329, status: 409 },
  /** The period of a report has not begun yet; `detail.from`. */
  reportPeriodAhead: { code: 4330, status: 400 },
  /** More than a report holds: `detail` { fault: 'points', points, maxPoints }, or { fault: 'readings', point, maxReadings }. */
  reportTooLarge: { code: 4331, status: 400 },
  /** The report is being made: its task is what can be stopped; `detail.taskId`. */
  reportBusy: { code: 4332, status: 409 },
  /** A project has as many templates of reports as it may; `detail.most`. */
  reportTemplatesFull: { code: 4490, status: 409 },
  /** Schedules make reports with the template: `detail.schedules` of them. */
  reportTemplateInUse: { code: 4491, status: 409 },
  /** The report defaults of projects name the template: `detail.projects` of them. */
  reportTemplateIsDefault: { code: 4496, status: 409 },
  /** A template has mistakes: `detail.problems`, each with its block, place and what was written there. */
  reportTemplateFaulty: { code: 4492, status: 400 },
  /** A Word document is larger than one may be: `detail.fault` is inflated, parts, text or depth. */
  wordTooLarge: { code: 4493, status: 400 },
  /** A Word document brings along what runs or fetches something: `detail` { fault: macros, embedded, external, field or entities; part, what }. */
  wordUnsafe: { code: 4494, status: 400 },
  /** The workbook of a cover is larger than one may be: `detail` { fault: inflatedBytes, textBytes, parts, sheets, cells, styles, tags, pixels or depth; most }. */
  coverTooLarge: { code: 4499, status: 400 },
  /** A workbook is no cover, or holds what a cover cannot: `detail` { fault: one of coverFaults; where (sheet and cell, or part), what }. */
  coverUnfit: { code: 4510, status: 400 },
  /** A round that was begun without a network for a date that is none of its plan, lies ahead, or more than a month back; `detail.dueAt`. */
  inspectionDateUnknown: { code: 4511, status: 409 },
  /** The corporation is no demonstration: its texts are those of its people. */
  noDemonstration: { code: 4515, status: 409 },
  /** The template has another version by now; `detail.version`. */
  reportTemplateChanged: { code: 4495, status: 409 },
  /** Alert rules name the duty roster; `detail.names` of the rules. */
  rosterInUse: { code: 4370, status: 409 },
  /** There are as many rosters or substitutions as may be; `detail.most`. */
  dutyFull: { code: 4371, status: 409 },
  /** A rule names rosters that another project of it has none of; `detail.project`, `detail.rosters` (names). */
  ruleRosterMissing: { code: 4497, status: 409 },
  /** A rule holds in other projects, in which the caller may not change rules; `detail.count`. */
  ruleElsewhere: { code: 4498, status: 409 },
  /** Somebody who may not see the alerts of the project cannot be on duty; `detail.personIds`. */
  dutyPersonUnfit: { code: 4372, status: 409 },
  /** A calendar of more days than may be read at once; `detail.most`. */
  dutySpanTooLong: { code: 4373, status: 400 },
  /** A substitution that names nobody changes nothing. */
  substitutionEmpty: { code: 4374, status: 400 },
  /** A quiet window that would be over already. */
  silencePast: { code: 4375, status: 400 },
  /** The quiet window is over. */
  silenceOver: { code: 4376, status: 409 },
  /** There are as many quiet windows as may be; `detail.most`. */
  silencesFull: { code: 4377, status: 409 },
  /** The queue is full: nothing was stored, send again after `Retry-After`. */
  busy: { code: 5003, status: 503 },

  /** "Account not logged": no token. */
  notSignedIn: { code: 8001, status: 401 },
  /** "Authorization incorrect": wrong username or password (one answer for both), or a disabled account. */
  credentialsWrong: { code: 8002, status: 401 },
  /** "Token has expired, please login again". */
  tokenExpired: { code: 8007, status: 401 },
  /** The one-time set-up token is wrong, or set-up is already done. */
  setupClosed: { code: 8010, status: 403 },
  /** The password was right and a code must follow; `detail.challenge`, good for `detail.expiresInSeconds`. */
  secondFactorNeeded: { code: 4340, status: 401 },
  /** The code is wrong, too old, or was used already. */
  secondFactorWrong: { code: 4341, status: 403 },
  /** The corporation demands a second factor: this session sets one up before anything else. */
  secondFactorMissing: { code: 4342, status: 403 },
  /** There is a second factor already: it has to be removed first. */
  secondFactorExists: { code: 4343, status: 409 },
  /** The sign-in took too long, or went on at another address: it begins again with the password. */
  challengeExpired: { code: 4344, status: 401 },
  /** The registration code is none, was used or revoked, or has ended: one answer for all. */
  registrationCodeInvalid: { code: 4345, status: 403 },
  /** The code that was sent is wrong, too old, was tried too often, or was used already: one answer for all. */
  verificationWrong: { code: 4346, status: 403 },
  /** Single sign-on did not lead to an account; `detail.fault` says why. */
  ssoRefused: { code: 4347, status: 403 },
  /** "Wechat account not bound to a system user". */
  wechatNotBound: { code: 4348, status: 403 },
  /** A passkey that is none, is not of this address, or signed something else; `detail.fault` where there is more to say. */
  passkeyRefused: { code: 4349, status: 403 },
  /** A run of a probe that is not of this casing: `detail` has what differs, `found` and `expected`. */
  probeRunDiffers: { code: 4350, status: 400 },
  /** A project has as many conditions as it may; `detail.most`. */
  conditionsFull: { code: 4400, status: 409 },
  /** A term names a point or field that is not in the project; `detail` has the place of the term, and what. */
  conditionPointUnknown: { code: 4401, status: 400 },
  /** A difference of two fields of different units. */
  conditionUnitsDiffer: { code: 4402, status: 400 },
  /** A term watches what points of this family do not have: joints of a casing, waveforms, a device. */
  conditionFamily: { code: 4403, status: 400 },
  /** Too few good readings lie in the training span; `detail` has the term, and how many days they cover. */
  conditionHistoryShort: { code: 4404, status: 400 },

  /** A project has as many status pages as it may; `detail.most`. */
  statusPagesFull: { code: 4430, status: 409 },
  /** A status page is to end at a time that is over. */
  statusPageEnded: { code: 4431, status: 400 },
  /** Somebody has as many walls as one may; `detail.most`. */
  wallsFull: { code: 4432, status: 409 },
  /** A wall is to end at a time that is over. */
  wallEnded: { code: 4433, status: 400 },
  /** A project on a wall is seen by whoever has its link: that needs `Update:Project` there; `detail.projectId`. */
  wallNotPublic: { code: 4434, status: 403 },
  /** Somebody has as many dashboards in a project as one may; `detail.most`. */
  dashboardsFull: { code: 4435, status: 409 },

  /** A pack of words that has wrong ones; `detail.problems` lists `{ key, fault }`, a hundred at most. */
  languagePackRefused: { code: 4460, status: 400 },
  /** A language of the product is no pack, and no pack takes its place; `detail.lang`. */
  languageBuiltIn: { code: 4461, status: 409 },
  /** "Licence import failed"; `detail.fault` says why (contract/src/platform/licences.ts). */
  licenceImportFailed: { code: 4464, status: 400 },
  /** The title that was typed is not that of the corporation. */
  titleDiffers: { code: 4465, status: 400 },
  /** The corporation is being deleted already. */
  corporationEnding: { code: 4466, status: 409 },
  /** An archive of the corporation is being made. */
  archiveBusy: { code: 4467, status: 409 },
  /** A plug-in that may not run is not switched on; `detail.fault` says why (contract/src/platform/plugins.package.ts). */
  pluginRefused: { code: 4468, status: 409 },
  /** Something uses the plug-in; `detail.uses` lists what, `detail.count` says how many. */
  pluginInUse: { code: 4469, status: 409 },
  /** A report that is not made yet, or could not be made, is not reviewed. */
  reportNotDone: { code: 4480, status: 409 },
  /** The review of the report is at another place by now; `detail.state`. */
  reportState: { code: 4481, status: 409 },
  /** A released report is sealed: it is neither changed nor deleted. */
  reportSealed: { code: 4482, status: 409 },
  /** The files of the report are being written anew. */
  reportWriting: { code: 4483, status: 409 },
  /** The project has others approve its reports. */
  reportApprover: { code: 4484, status: 403 },
  /** Whoever made a report does not approve it. */
  reportOwnApproval: { code: 4485, status: 403 },
  /** What the report was made of is not kept any more, or is of an older version of the program: it is made anew instead. */
  reportSourceGone: { code: 4486, status: 409 },
  /** The link asks for a password; `detail.isWrong` says whether one was given that is not right. */
  reportLinkPassword: { code: 4487, status: 403 },
  /** A link is to end at a time that is over. */
  reportLinkEnded: { code: 4488, status: 400 },
  /** Whoever sees as somebody else only reads: nothing is changed, and nothing is taken out. */
  seeAsReadOnly: { code: 4462, status: 403 },
  /** Nobody sees as themselves, as a disabled account, or as somebody with more rights; and what does not see as another does not end it. */
  seeAsRefused: { code: 4463, status: 409 },

  /** "Error: Please contact the system administrator." The log has the request id in `detail.requestId`. */
  unknown: { code: 5000, status: 500 },
  /** The database does not answer for the moment. */
  unavailable: { code: 5001, status: 503 },
  /** The disk of the database or of the files is full: nothing was stored. */
  storageFull: { code: 5004, status: 503 },
  /** The database takes no changes for the moment, as a standby does until it takes over: nothing was stored. */
  databaseReadOnly: { code: 5005, status: 503 },
} as const satisfies Record<string, { code: number; status: number }>;

export type ErrorName = keyof typeof errors;

/** Errors that any route may answer because of the state of the installation, not of the request. */
export const everywhere: readonly ErrorName[] = [
  'hostUnknown',
  'unavailable',
  'busy',
  'databaseReadOnly',
  'storageFull',
];

/** A failure named in the catalogue: thrown by services, sent as `{ error, code, detail }`, rebuilt by the web client. */
export class Failure extends Error {
  override readonly name: ErrorName;
  readonly detail: unknown;
  constructor(name: ErrorName, detail?: unknown) {
    super(name);
    this.name = name;
    this.detail = detail;
  }
}
