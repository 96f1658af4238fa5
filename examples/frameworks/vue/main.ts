import { createApp } from 'vue';
import 'lending-elements/cdn/lending-elements.css';
import Funding from './Funding.vue';

createApp(Funding).mount('#app');
