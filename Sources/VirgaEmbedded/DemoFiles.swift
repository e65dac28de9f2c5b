/// The demo files, embedded in the program so that the demo works in any folder.
///
/// `Demo` is a link to `manifests/`.
package enum DemoFiles {
  /// Each file: its path in `manifests/` and its content.
  package static var all: [(name: String, bytes: [UInt8])] {
    [
      ("cirrus.fml.yaml", PackageResources.cirrus_fml_yaml),
      ("components/messaging.fml.yaml", PackageResources.messaging_fml_yaml),
      ("demo/context.yaml", PackageResources.context_yaml),
      ("demo/recipes.yaml", PackageResources.recipes_yaml),
      ("examples/homescreen-stories-first.yaml", PackageResources.homescreen_stories_first_yaml),
      ("features/diagnostics.yaml", PackageResources.diagnostics_yaml),
      ("features/home.yaml", PackageResources.home_yaml),
      ("features/onboarding.yaml", PackageResources.onboarding_yaml),
      ("features/privacy.yaml", PackageResources.privacy_yaml),
      ("features/reading.yaml", PackageResources.reading_yaml),
      ("features/search.yaml", PackageResources.search_yaml),
      ("features/settings.yaml", PackageResources.settings_yaml),
      ("features/sync.yaml", PackageResources.sync_yaml),
      ("features/toolbar-tabs.yaml", PackageResources.toolbar_tabs_yaml),
      ("flags/cirrus-catalogue.yaml", PackageResources.cirrus_catalogue_yaml),
      ("flags/cirrus-flags.json", PackageResources.cirrus_flags_json),
    ]
  }
}
