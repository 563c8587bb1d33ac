/** On which devices a person has alerts pushed. */
export { PushPane } from './PushPane.tsx';
