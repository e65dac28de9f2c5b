package import VirgaJSON
import VirgaManifest

/// Where the person was when a console was left, for the next one on the same session.
package struct ConsolePlace: Equatable, Sendable {
  /// Nil to stay on the screen that is shown.
  package var screen: Screen?
  /// The feature that was selected on screen 1; nil for none.
  package var feature: String?
  /// The filter of the screen's list; empty for none.
  package var filter: String

  /// Creates a place from a screen, the feature selected on screen 1, and the screen's filter.
  ///
  /// Without a screen or a feature, the one that is shown or selected on arrival stays.
  package init(screen: Screen?, feature: String?, filter: String) {
    self.screen = screen
    self.feature = feature
    self.filter = filter
  }

  /// Reads what ``json`` wrote; names that are no longer known are left out.
  package init(_ json: JSONValue) {
    screen = json["screen"]?.stringValue.flatMap { Screen(rawValue: $0) }
    feature = json["feature"]?.stringValue
    filter = json["filter"]?.stringValue ?? ""
  }

  /// The place as JSON, such as `{"screen": "flags", "feature": "search", "filter": "new"}`.
  package var json: JSONValue {
    var members = JSONObject()
    members["screen"] = screen.map { .string($0.rawValue) }
    members["feature"] = feature.map { .string($0) }
    members["filter"] = .string(filter)
    return .object(members)
  }
}

extension Model {
  /// Where the person is; stored at the end, so that the next console on the session opens there.
  ///
  /// The feature is the one selected on screen 1, whichever screen is shown.
  package var place: ConsolePlace {
    ConsolePlace(
      screen: screen, feature: features.selectedFeature(shared)?.id,
      filter: shownScreen.filterText)
  }

  /// Goes where an earlier console was left; what no longer exists is ignored.
  mutating func restore(_ place: ConsolePlace) -> Outcome {
    if let screen = place.screen { show(screen) }
    var outcome: Outcome = []
    if !place.filter.isEmpty {
      outcome = carryOut(screen.type.startFilter(place.filter, in: &self))
    }
    if let feature = place.feature { features.select(feature, shared) }
    // Without a message or refusal about the filter, which the person has not typed now.
    return .done(outcome.effects)
  }
}

extension ConsoleScreen {
  /// The filter of the list.
  fileprivate var filterText: String { list.filter.text }
}
