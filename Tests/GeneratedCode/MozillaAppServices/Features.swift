import Foundation

public typealias GetSdk = () -> FeaturesInterface?

public protocol FeaturesInterface: AnyObject {
  var userDefaults: UserDefaults? { get }
  func getVariables(featureId: String, sendExposureEvent: Bool) -> Variables
  func recordExposureEvent(featureId: String, experimentSlug: String?)
  func recordMalformedConfiguration(featureId: String, with partId: String)
}

public protocol FeatureManifestInterface {
  func initialize(with getSdk: @escaping () -> FeaturesInterface?)
  func invalidateCachedValues()
  func getFeature(featureId: String) -> FeatureHolderAny?
  func getCoenrollingFeatureIds() -> [String]
}

public protocol FMLObjectInterface: Encodable {}

public protocol FMLFeatureInterface: FMLObjectInterface {
  func isModified() -> Bool
  func toJSONString() -> String
}

extension FMLFeatureInterface {
  public func isModified() -> Bool { false }

  public func toJSONString() -> String {
    guard let data = try? JSONEncoder().encode(self), let text = String(data: data, encoding: .utf8)
    else {
      fatalError("\(Self.self) cannot be encoded")
    }
    return text
  }
}

public protocol FeatureHolderInterface {
  func recordExposure()
  func recordExperimentExposure(slug: String)
  func recordMalformedConfiguration(with partId: String)
  func isUnderTest() -> Bool
}

public final class FeatureHolder<T: FMLFeatureInterface>: @unchecked Sendable {
  private var cachedValue: T?
  private var getSdk: GetSdk
  private let featureId: String
  private var create: (Variables, UserDefaults?) -> T

  public init(
    _ getSdk: @escaping () -> FeaturesInterface?, featureId: String,
    with create: @escaping (Variables, UserDefaults?) -> T
  ) {
    self.getSdk = getSdk
    self.featureId = featureId
    self.create = create
  }

  public func value() -> T {
    if let cachedValue { return cachedValue }
    let sdk = getSdk()
    let variables = sdk?.getVariables(featureId: featureId, sendExposureEvent: false)
    let value = create(variables ?? NilVariables.instance, sdk?.userDefaults)
    cachedValue = value
    return value
  }

  public func with(cachedValue value: T?) { cachedValue = value }

  public func with(sdk: @escaping () -> FeaturesInterface?) {
    getSdk = sdk
    cachedValue = nil
  }

  public func with(initializer: @escaping (Variables, UserDefaults?) -> T) {
    create = initializer
    cachedValue = nil
  }
}

extension FeatureHolder: FeatureHolderInterface {
  public func recordExposure() {
    if !value().isModified() {
      getSdk()?.recordExposureEvent(featureId: featureId, experimentSlug: nil)
    }
  }

  public func recordExperimentExposure(slug: String) {
    if !value().isModified() {
      getSdk()?.recordExposureEvent(featureId: featureId, experimentSlug: slug)
    }
  }

  public func recordMalformedConfiguration(with partId: String = "") {
    getSdk()?.recordMalformedConfiguration(featureId: featureId, with: partId)
  }

  public func isUnderTest() -> Bool { getSdk() is HardcodedNimbusFeatures }
}

public class FeatureHolderAny {
  private let holder: FeatureHolderInterface
  private let feature: FMLFeatureInterface

  public init<T>(wrapping holder: FeatureHolder<T>) {
    self.holder = holder
    feature = holder.value()
  }

  public func value() -> FMLFeatureInterface { feature }
  public func toJSONString() -> String { feature.toJSONString() }
}

extension FeatureHolderAny: FeatureHolderInterface {
  public func recordExposure() { holder.recordExposure() }
  public func recordExperimentExposure(slug: String) { holder.recordExperimentExposure(slug: slug) }
  public func recordMalformedConfiguration(with partId: String) {
    holder.recordMalformedConfiguration(with: partId)
  }
  public func isUnderTest() -> Bool { holder.isUnderTest() }
}

/// Features with configurations that a test sets.
public class HardcodedNimbusFeatures: FeaturesInterface {
  private let features: [String: [String: Any]]
  public let userDefaults: UserDefaults?
  /// The ids of the features whose exposure was recorded, in order.
  public private(set) var exposures: [String] = []

  /// Reads configurations, JSON texts by feature id; skips those that are not JSON objects.
  public init(with jsons: [String: String], userDefaults: UserDefaults? = nil) {
    features = jsons.compactMapValues {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
    self.userDefaults = userDefaults
  }

  public func connect(with manifest: FeatureManifestInterface) { manifest.initialize { self } }

  public func getVariables(featureId: String, sendExposureEvent: Bool) -> Variables {
    features[featureId].map { Configuration($0) } ?? NilVariables.instance
  }

  public func recordExposureEvent(featureId: String, experimentSlug: String?) {
    exposures.append(featureId)
  }
  public func recordMalformedConfiguration(featureId: String, with partId: String) {}
}
