/// The panels of the Features screen; one of them has the focus.
package enum Panel: String, CaseIterable, Sendable {
  /// The list of features.
  case features
  /// The variables of the selected feature.
  case values
  /// What there is to know about the value under the cursor.
  case details
  /// What is wrong with the manifest.
  case problems

  /// What the panel is called on screen.
  package var title: String {
    switch self {
    case .features: "Features"
    case .values: "Values"
    case .details: "Details"
    case .problems: "Problems"
    }
  }
}
