/** Making a device, for features that make one with what it feeds. */
export { create as createDevice } from './devices.service.ts';
