/** Parts of forgotten passwords and verification codes for other features. */
export { CodeRequest, type Sent } from './CodeRequest.tsx';
export { RecoveryPane } from './RecoveryPane.tsx';
