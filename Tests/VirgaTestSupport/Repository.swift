#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the checkout and its parts are.
package enum Repository {
  /// The folder of the checkout.
  package static let root: String = {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// The folder with manifests of real apps: the one that `VIRGA_MANIFESTS` names, else one beside the checkout.
  package static let realManifests = folder(named: "VIRGA_MANIFESTS", beside: "manifests")

  /// The folder with recipes of real apps: the one that `VIRGA_RECIPES` names, else one beside the checkout.
  package static let realRecipes = folder(named: "VIRGA_RECIPES", beside: "recipes")

  private static func folder(named variable: String, beside name: String) -> String? {
    if let named = environment(variable) { return named }
    let beside = root + "/../shared/" + name
    return access(beside, R_OK) == 0 ? beside : nil
  }

  /// An environment variable; nil where it is unset or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
