import type { AccountType } from '@plumbline/contract/kernel/permissions';
import type { Generated } from 'kysely';
import type { Defaulted, Id, JsonOr } from './tables.columns.ts';

/** How people come by an account, and by what else than a password they sign in. */
export interface SignInTables {
  verification: {
    id: Id;
    challenge_hash: Buffer;
    code_hash: Buffer;
    purpose: 'register' | 'recover' | 'address';
    subject: string;
    account_id: number | null;
    address: string;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    sent_at: Defaulted<Date>;
    used_at: Defaulted<Date>;
  };
  sso_connection: {
    corporation_id: number;
    enabled: boolean;
    domain: string;
    issuer: string;
    client_id: string;
    sealed: string | null;
    first_sign_in: 'refuse' | 'create';
    username_claim: string;
    groups_claim: string;
    groups: JsonOr<unknown>;
  };
  sso_attempt: {
    challenge_hash: Buffer;
    corporation_id: number;
    sealed: string;
    redirect_uri: string;
    created_at: Date;
    expires_at: Date;
  };
  sso_identity: { issuer: string; subject: string; account_id: number; created_at: Date; corporation_id: number };
  sso_session: { token_id: number; corporation_id: number; sealed: string; sid: string | null };
  sso_logout: { token_hash: Buffer; expires_at: Date };
  wechat_attempt: {
    challenge_hash: Buffer;
    state_hash: Buffer;
    code_hash: Defaulted<Buffer>;
    open_id: Defaulted<string>;
    union_id: Defaulted<string>;
    nickname: Generated<string>;
    expires_at: Date;
  };
  wechat_binding: {
    account_id: number;
    open_id: string;
    union_id: string | null;
    nickname: string;
    bound_at: Date;
  };
  passkey: {
    id: Id;
    account_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  passkey_challenge: { hash: Buffer; account_id: number | null; expires_at: Date };
  recovery_address: { account_id: number; address: string; verified_at: Date };
  registration_code: {
    id: Id;
    hash: Buffer;
    note: string;
    corporation_id: number | null;
    type: Exclude<AccountType, 'System'>;
    max_points: number | null;
    max_devices: number | null;
    max_storage_bytes: number | null;
    by_name: string;
    created_at: Date;
    expires_at: Date;
    used_at: Defaulted<Date>;
    used_by: Defaulted<string>;
    opened_corporation_id: Defaulted<number>;
    revoked_at: Defaulted<Date>;
  };
}
