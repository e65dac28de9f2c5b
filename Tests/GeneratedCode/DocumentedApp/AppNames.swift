// Names of the app that the documents use without declaring them. An image is its name.

import Foundation
import VirgaSDK

typealias UIImage = String

extension String {
  init(named name: String) { self = name }
}

enum Strings {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static let AppMenuSettingsTitle = "Settings"
}

struct MZMenuItem {
  let icon: UIImage
  let title: String
  let action: String
}

/// What the operating system indexes.
final class SearchableItem {
  var thumbnailData: [UInt8]?
  var expirationDate: Date?
}

/// A tab with the data of its images.
struct Tab {
  let letter: [UInt8] = [1]
  let favicon: [UInt8]? = nil
  let screenshot: [UInt8]? = nil
}

func createNimbusForApplication() -> FeatureClient {
  FeatureClient(
    context: ["app_name": "firefox_ios"], resources: TableResources(texts: [:], images: []))
}

let nimbus = createNimbusForApplication()
