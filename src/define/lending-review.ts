import { LendingReviewElement } from '../components/review/lending-review.js';

LendingReviewElement.define();

export { LendingReviewElement };
