package import VirgaExperiments
import VirgaJSON
package import VirgaManifest
package import VirgaSession

extension Session {
  /// The app of a recipe that cannot be the app of this session; nil if it can be.
  ///
  /// The app of the session is the client's `app_name` if it is set, else that of the manifest. If
  /// neither is known, a recipe for another platform than the manifest's is one of another app,
  /// such as one for `fenix` if the manifest only generates Swift. Rule: VirgaWorkbench/KnownApps.
  package func otherApp(of recipe: Recipe, in manifest: Manifest?) -> String? {
    guard let app = recipe.appName else { return nil }
    if let own = self[.context, "app_name"]?.stringValue {
      return app.isSameName(as: own) ? nil : app
    }
    return manifest?.otherApp(of: recipe)
  }
}

extension Manifest {
  /// The app of a recipe that cannot be the app of this manifest; nil if it can be.
  ///
  /// If the manifest's app is unknown, only the platforms are compared: of the recipe's app, and of
  /// the code that is generated from the manifest. Rule: VirgaWorkbench/KnownApps.
  package func otherApp(of recipe: Recipe) -> String? {
    guard let app = recipe.appName else { return nil }
    if let own = appName { return app.isSameName(as: own) ? nil : app }
    // `generatesOnlyKotlin` is nil if the code is for both platforms or for neither. Then, or
    // without a known app, nothing speaks against the recipe.
    guard let known = KnownApp.all.first(where: { $0.name == app || $0.id == recipe.appID }),
      let generatesOnlyKotlin
    else { return nil }
    // Apps for Android are in Kotlin, those for iOS in Swift.
    return known.isOnAndroid == generatesOnlyKotlin ? nil : app
  }

  /// Whether only Kotlin code is generated for the app, rather than only Swift; nil if neither or
  /// both are.
  fileprivate var generatesOnlyKotlin: Bool? {
    let topModule = modules.first
    let about = topModule?.about
    let generatesKotlin = about?.kotlin != nil
    let generatesSwift = about?.swift != nil
    return generatesKotlin == generatesSwift ? nil : generatesKotlin
  }
}
