/**
 * Every failure a caller may meet. `code` is stable; the words live in the language packs (errors.json) under the
 * same name. 4xxx = the request, 8xxx = who is asking, 5xxx = ours. Names follow specification 8.
 */
export const errors = {
  /** The input breaks the route's schema; `detail` lists `{ path, message }`. */
  badInput: { code: 4000, status: 400 },
  /** The body is no JSON, or the content type is not what the route takes. */
  badBody: { code: 4001, status: 415 },
  /** The body or file is larger than the route takes. */
  tooLarge: { code: 4002, status: 413 },
  /** Signed in, in the right place, but without the permission; `detail.needs` names it. */
  notAllowed: { code: 4003, status: 403 },
  /** Absent, or another corporation's: the two are told apart by nobody. */
  notFound: { code: 4004, status: 404 },
  /** The project or point is archived: it can be read and not changed. */
  archived: { code: 4005, status: 409 },
  /** The corporation has not switched this module on. */
  moduleOff: { code: 4006, status: 403 },
  /** Too many tries; `detail.retryAfterSeconds`. */
  tooMany: { code: 4007, status: 429 },
  /** Something of this name exists already in the same place. */
  nameTaken: { code: 4010, status: 409 },
  /** Still holds other things; `detail` counts them. */
  notEmpty: { code: 4011, status: 409 },
  /** Deleting something that holds data needs the password of the project's creator. */
  passwordNeeded: { code: 4012, status: 409 },
  /** The password given is not the right one. */
  wrongPassword: { code: 4013, status: 403 },
  /** "Start time greater than end time". */
  startAfterEnd: { code: 4020, status: 400 },
  /** "Time span exceeded"; `detail.days` says how many are allowed. */
  spanExceeded: { code: 4021, status: 400 },
  /** "No collections within the current time range". */
  noCollections: { code: 4022, status: 404 },
  /** "Sncode {code} exists". */
  sncodeExists: { code: 4101, status: 409 },
  /** "Channel {channelNo} occupied": another point is bound to it, or it cannot be deleted. */
  channelOccupied: { code: 4102, status: 409 },
  /** "channel or module does not exist". */
  channelUnknown: { code: 4103, status: 400 },
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
  /** Confirm, FalseAlarm and Restore are final. */
  alertSettled: { code: 4201, status: 409 },
  /** The one who would change it may not be changed this way (the last administrator, oneself, a built-in role). */
  protectedRecord: { code: 4202, status: 409 },

  /** A device's sncode or secret is unknown. Deliberately one answer for both. */
  deviceRefused: { code: 4301, status: 401 },
  /** A device's message is no JSON of the shape that the gateway takes; `detail` says where. */
  malformedReading: { code: 4302, status: 400 },
  /** A channel of the message is not one of the device. */
  readingChannelUnknown: { code: 4303, status: 400 },
  /** The time of a reading is later than the gateway's clock by more than the tolerance. */
  readingInFuture: { code: 4304, status: 400 },
  /** NaN, infinity or text where a number belongs. */
  readingNotFinite: { code: 4305, status: 400 },
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

  /** "Error: Please contact the system administrator." The log has the request id in `detail.requestId`. */
  unknown: { code: 5000, status: 500 },
  /** The database does not answer for the moment. */
  unavailable: { code: 5001, status: 503 },
} as const satisfies Record<string, { code: number; status: number }>;

export type ErrorName = keyof typeof errors;

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
