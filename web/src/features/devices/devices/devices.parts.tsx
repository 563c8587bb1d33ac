/** The marks of how a device is. */
import './devices.css';

export { BatteryMark, Connected, Health, LastSeen, SignalMark } from './DeviceMarks.tsx';
