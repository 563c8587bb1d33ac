/** What an alert says of itself, wherever it is shown: its figures, curve, times and history, and how its parts look. */
import './figures.css';

export { AlertCollection } from './AlertCollection.tsx';
export { AlertCurve } from './AlertCurve.tsx';
export { AlertFigures } from './AlertFigures.tsx';
export { AlertHistory } from './AlertHistory.tsx';
export { isOpenStatus, useMeasured } from './alert-words.ts';
