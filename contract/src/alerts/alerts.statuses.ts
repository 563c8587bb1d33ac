/** Verdicts of people on an alert. */
export const alertStatuses = ['Pending', 'Notice', 'Confirm', 'FalseAlarm', 'Restore'] as const;
export type AlertStatus = (typeof alertStatuses)[number];
