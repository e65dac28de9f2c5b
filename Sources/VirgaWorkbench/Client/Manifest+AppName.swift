package import VirgaManifest

extension Manifest {
  /// The name of the app that the manifest is for, as recipes have it; nil where nobody knows it.
  ///
  /// An Android app is told by its package, as in the table of apps that take recipes from outside, one for iOS by the
  /// module of its code.
  package var appName: String? {
    let about = modules.first?.about
    if let package = about?.kotlin?.package {
      return KnownApp.all.first { $0.isOnAndroid && $0.id == package }?.name
    }
    return about?.swift.flatMap { Self.appsByModule[$0.module] }
  }

  private static let appsByModule = ["Client": "firefox_ios", "Blockzilla": "focus_ios"]
}
