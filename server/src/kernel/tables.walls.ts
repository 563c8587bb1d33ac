import type { Slide, Wall } from '@plumbline/contract/overview/walls';
import type { Generated } from 'kysely';
import type { Json, NullableJson } from './tables.columns.ts';

/** Walls: screens that show projects by a link of their own. */
export interface WallTables {
  wall: {
    id: Generated<number>;
    account_id: number;
    name: string;
    language: string;
    theme: string;
    time_zone: string;
    project_ids: number[];
    slides: Json<Slide[]>;
    sound_from: number;
    dim: NullableJson<NonNullable<Wall['dim']>>;
    expires_at: Date | null;
    token_hash: Buffer;
    linked_at: Date;
    openings: Generated<number>;
    last_opened_at: Date | null;
    created_at: Date;
  };
}
