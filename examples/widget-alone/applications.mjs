// Replaces the partner's own table of applications: with the handler, a backend needs none.

/** The applications that the backend created itself. */
export const applications = [];

/** The application of a user, or nothing. */
export const savedApplication = ({ subject }) => applications.findLast((one) => one.subject === subject);
