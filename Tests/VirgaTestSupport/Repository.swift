import CVirgaPlatform

/// The paths of the checkout and related folders.
package enum Repository {
  /// The folder of the checkout.
  package static let root: String = {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// The folder with manifests of real apps: `VIRGA_MANIFESTS`, or else one next to the checkout.
  package static let realManifests = folder(named: "VIRGA_MANIFESTS", beside: "manifests")

  /// The folder with recipes of real apps: `VIRGA_RECIPES`, or else one next to the checkout.
  package static let realRecipes = folder(named: "VIRGA_RECIPES", beside: "recipes")

  private static func folder(named variable: String, beside name: String) -> String? {
    if let named = environment(variable) { return named }
    let beside = root + "/../shared/" + name
    return access(beside, R_OK) == 0 ? beside : nil
  }

  /// An environment variable; nil if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
