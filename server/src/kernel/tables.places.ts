import type { GnssConfig } from '@plumbline/contract/points/points.settings';
import type { LayerVersion } from '@plumbline/contract/site/layers';
import type { Grading } from '@plumbline/contract/site/projects.settings';
import type { TypeOptions } from '@plumbline/contract/site/structures.measures';
import type { BimConfig, CesiumConfig, CoordinateConfig, Duty } from '@plumbline/contract/site/structures.settings';
import type { Generated } from 'kysely';
import type { Defaulted, Id, NullableJson } from './tables.columns.ts';

type LayerContents = NonNullable<LayerVersion['contents']>;

/** Where things are watched. */
export interface PlaceTables {
  project: {
    id: Id;
    corporation_id: number;
    name: string;
    address: Generated<string>;
    longitude: number | null;
    latitude: number | null;
    picture: string | null;
    purpose: Generated<number>;
    time_zone: Generated<string>;
    creator_id: number | null;
    archived_at: Date | null;
    created_at: Date;
    logo: Defaulted<string>;
    retired_at: Defaulted<Date>;
    deleting_at: Defaulted<Date>;
    gradings: NullableJson<Grading[]>;
  };
  project_member: {
    project_id: number;
    account_id: number;
    role_id: number;
    status: Generated<'active' | 'disabled'>;
    ends_at: Defaulted<Date>;
  };
  project_group: {
    project_id: number;
    group_id: number;
    status: Generated<'active' | 'disabled'>;
    ends_at: Defaulted<Date>;
  };
  structure: {
    id: Id;
    project_id: number;
    parent_id: number | null;
    name: string;
    address: Generated<string>;
    type: Generated<string>;
    display_type: Generated<string>;
    longitude: number | null;
    latitude: number | null;
    picture: string | null;
    sort: Defaulted<number>;
    image_x: Defaulted<number>;
    image_y: Defaulted<number>;
    type_options: NullableJson<TypeOptions>;
    bim_config: NullableJson<BimConfig>;
    cesium_config: NullableJson<CesiumConfig>;
    coordinate_config: NullableJson<CoordinateConfig>;
    gnss_config: NullableJson<GnssConfig>;
    gradings: NullableJson<Grading[]>;
  };
  structure_member: { structure_id: number; account_id: number; duty: Duty };
  tileset: {
    id: Id;
    project_id: number;
    name: string;
    url: string | null;
    file_id: string | null;
    by_name: string;
    created_at: Date;
  };
  photo: {
    id: Id;
    point_id: number;
    photographed_at: Date;
    note: string;
    file_id: string;
    file_name: string;
    bytes: number;
    digest: string;
    by_name: string;
    created_at: Date;
  };
  annotation: {
    id: Id;
    project_id: number;
    structure_id: number | null;
    kind: string;
    text: string;
    start_at: Date;
    end_at: Date | null;
    elevation_m: number | null;
    by_name: string;
    created_at: Date;
  };
  view_link: {
    code: string;
    project_id: number;
    query: string;
    /** SHA-256 of `query`, by which a view is found again. */
    query_hash: Buffer;
    by_name: string;
    created_at: Date;
  };
  map_layer: {
    id: Id;
    project_id: number;
    structure_id: number | null;
    name: string;
    kind: string;
    opacity_percent: Generated<number>;
    is_hidden: Generated<boolean>;
    sort: number;
    version_id: number | null;
  };
  map_layer_version: {
    id: Id;
    layer_id: number;
    file_id: string;
    file_name: string;
    format: string;
    bytes: number;
    digest: string;
    shown_on: Date | string | null;
    by_name: string;
    created_at: Date;
    task_id: Defaulted<number>;
    state: Generated<string>;
    error: Defaulted<string>;
    error_detail: NullableJson<unknown>;
    content_id: Defaulted<string>;
    contents: NullableJson<LayerContents>;
    placed_by: NullableJson<unknown>;
  };
  document: {
    id: Id;
    project_id: number;
    kind: string;
    name: string;
    type: string;
    bytes: number;
    file_id: string;
    note: Generated<string>;
    by_name: string;
    created_at: Date;
  };
}
