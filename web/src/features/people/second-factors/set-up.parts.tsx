/** The steps that set up a second factor, apart from what the profile shows of it: they are demanded before any page. */
export { SetUpSteps } from './SetUpSteps.tsx';
