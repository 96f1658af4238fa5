import { bootstrapApplication, provideClientHydration, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { Funding } from '../funding';

const routes = withRoutes([{ path: '**', renderMode: RenderMode.Server }]);

export default (context: BootstrapContext) =>
  bootstrapApplication(Funding, { providers: [provideClientHydration(), provideServerRendering(routes)] }, context);
