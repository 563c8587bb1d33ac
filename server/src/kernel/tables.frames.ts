import type { Frame } from '@plumbline/contract/devices/frames';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted, Id, Json } from './tables.columns.ts';

/** Tables of what passes over links. */
export interface FrameTables {
  frame_recording: {
    id: Id;
    device_id: Defaulted<number>;
    feed_id: Defaulted<number>;
    corporation_id: number;
    started_at: Date;
    until_at: Date;
    by_name: string;
  };
  frame: {
    id: GeneratedAlways<number>;
    device_id: Defaulted<number>;
    feed_id: Defaulted<number>;
    corporation_id: number;
    at: Date;
    content: Json<Omit<Frame, 'id' | 'at'>>;
  };
}
