/** What pages of other features show of forgotten passwords and verification codes. */
export { CodeRequest, type Sent } from './CodeRequest.tsx';
export { RecoveryPane } from './RecoveryPane.tsx';
