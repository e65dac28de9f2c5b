/// The commands that go to the details of the feature or the value under the cursor.
enum DetailCommands {
  static let all: [Command] = [
    Command(
      "about", "about the feature",
      on: FeaturesScreen.self
    ) { screen, _ in
      screen.areDetailsAboutFeature = true
      return .focuses(.details)
    }
    .in(.screen(.features)).keys("a").when({ $0.selectedFeature != nil }, else: .noFeatureSelected)
    .help("Goes to the description of the feature."),
    Command("provenance", "where the value comes from") { _, _ in .focuses(.details) }
      .in(.screen(.features)).keys("p")
      .when({ $0.features.values.selectedRow != nil }, else: .noValueSelected)
      .help("Goes to the details: the value in every channel, and the layers that set it."),
  ]
}
