import type { Device } from '@plumbline/contract/devices/devices';

type Channel = Device['channels'][number];

/** A channel of a device while it is edited. */
export type ChannelDraft = Pick<Channel, 'number' | 'mode' | 'label'> &
  Partial<Pick<Channel, 'configType' | 'protocol' | 'sensor' | 'address'>>;
