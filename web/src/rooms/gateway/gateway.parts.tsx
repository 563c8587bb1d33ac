/** What other rooms show of the gateway: talking with a device that is connected now. */
export { DeviceTest } from './DeviceTest.tsx';
