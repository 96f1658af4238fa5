import { LendingReviewElement } from '../components/lending-review.js';

LendingReviewElement.define();

export { LendingReviewElement };
