import VirgaFiles
package import VirgaManifest
package import VirgaSource

/// The sample of all tests: a manifest, and recipes and clients for it.
package enum Sample {
  /// The text of ``manifest``, in which flags can read values of each kind.
  package static let text = """
    channels: [nightly, release]
    features:
      app-menu:
        description: The menu of the app
        variables:
          title: { description: d, type: String, default: Hello }
          enabled: { description: "Is it on?", type: Boolean, default: true, pref-key: menu-enabled }
          rows: { description: d, type: Int, default: 3 }
          sections: { description: d, type: "Map<ItemId, Boolean>", default: { settings: true, bookmarks: false } }
          ordering: { description: d, type: List<ItemId>, default: [settings, settings] }
          note: { description: d, type: Option<String>, default: hi }
        defaults:
          - channel: nightly
            value: { rows: 5, sections: { bookmarks: true } }
      messaging:
        description: Messages
        allow-coenrollment: true
        variables:
          all: { description: d, type: "Map<String, MenuItem>", default: {} }
      share:
        description: Sharing
        variables:
          is_treatment-a: { description: d, type: Option<Boolean>, default: null }
          item: { description: d, type: MenuItem, default: {} }
          extra: { description: d, type: "Map<String, Boolean>", default: { "a b": true } }
          start: { description: d, type: Start, default: always }
        defaults: [{ channel: release, value: { extra: { more: false } } }]
    enums:
      ItemId: { description: d, variants: { settings: { description: Settings. }, bookmarks: { description: d } } }
      Start: { description: d, variants: { always: { description: d }, disabled: { description: d } } }
    objects:
      MenuItem:
        description: d
        fields:
          title: { description: d, type: Text, default: Untitled }
          rows: { description: d, type: Int, default: 1 }
          bold: { description: d, type: Boolean, default: true }
    """

  /// The manifest that most tests use; ``MenuManifest`` is code for its menu.
  package static let manifest: Manifest = {
    do {
      return try load(text)
    } catch {
      fatalError("\(error)")
    }
  }()

  /// Loads the manifest `text`, called `app.fml.yaml`, with additional files in its folder or at
  /// absolute paths.
  package static func load(
    _ text: String, files: [String: String] = [:], options: LoadingOptions = .init()
  ) throws(Problems) -> Manifest {
    var all = Dictionary(
      uniqueKeysWithValues: files.map { (FilePath.joined("/home", $0), Array($1.utf8)) })
    all["/home/app.fml.yaml"] = Array(text.utf8)
    return try ManifestLoader(files: .memory(all), workingFolder: "/home", options: options).load(
      "app.fml.yaml")
  }
}

extension Manifest {
  /// The feature called `id`, which must exist.
  package func known(_ id: String) -> FeatureDefinition {
    guard let feature = feature(id) else { fatalError("no feature \(id)") }
    return feature
  }
}
